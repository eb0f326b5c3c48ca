/* Korean particles fit the word before them, as in knell.texts.fill. */

const PARTICLES = { "은(는)": ["은", "는"], "이(가)": ["이", "가"], "을(를)": ["을", "를"], "과(와)": ["과", "와"], "(으)로": ["으로", "로"], "(이)": ["이", ""] };
export function settle(text) {
  return text.replace(/([^\s\p{P}])([^\w\s\p{L}]*?)(은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로|\(이\))/gu, (whole, letter, between, particle) => {
    const code = letter.codePointAt(0);
    let closed, l = false;
    if (code >= 0xac00 && code <= 0xd7a3) { closed = (code - 0xac00) % 28 !== 0; l = (code - 0xac00) % 28 === 8; }
    else if ("178lL".includes(letter)) { closed = true; l = true; }
    else if ("036mnMN".includes(letter)) closed = true;
    else if ("2459aiouyAIOUY".includes(letter)) closed = false;
    else return whole;
    const [a, b] = PARTICLES[particle];
    return letter + between + (closed && !(l && particle === "(으)로") ? a : b);
  });
}
