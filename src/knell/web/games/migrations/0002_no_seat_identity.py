from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("web", "0001_initial")]

    operations = [migrations.DeleteModel(name="SeatIdentity")]
