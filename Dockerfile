# Knell in a container: docs/how-to/club.md says how to run it.
FROM python:3.13-slim AS build
COPY . /source
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /source

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl && rm -r /wheels \
    && useradd --system --uid 8484 knell && install -d -o knell -m 700 /data
USER knell
VOLUME /data
EXPOSE 8484
# Everybody comes in by way of the container's network, that is from one address.
ENV KNELL_DATA=/data KNELL_HOST=0.0.0.0 KNELL_PORT=8484 KNELL_CONNECTIONS_EACH=4000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8484/static/base/icon.svg', timeout=3)"]
CMD ["knell", "serve", "--no-browser"]
