from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0002_no_seat_identity")]

    operations = [
        migrations.AddField("device", "covered_by", models.CharField(default="", max_length=12)),
        migrations.AddField("device", "covered_game", models.CharField(default="", max_length=16)),
        migrations.AddField("game", "said", models.IntegerField(null=True)),
    ]
