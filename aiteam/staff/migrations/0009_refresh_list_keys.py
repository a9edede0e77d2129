from django.db import migrations

from aiteam.staff.search import searchable, sort_name, sort_number

BATCH = 1000


def refresh_keys(apps, schema_editor):
    people = list(apps.get_model("staff", "Person").objects.all())
    for person in people:
        person.search_text = searchable(person.family_name, person.given_name, person.personnel_number, person.email)
        person.sort_name = sort_name(person.given_name, person.family_name, "en")
        person.sort_name_nl = sort_name(person.given_name, person.family_name, "nl")
        person.sort_number = sort_number(person.personnel_number)
    names = ["search_text", "sort_name", "sort_name_nl", "sort_number"]
    apps.get_model("staff", "Person").objects.bulk_update(people, names, BATCH)


class Migration(migrations.Migration):

    dependencies = [
        ('staff', '0008_list_keys_and_saved_views'),
    ]

    operations = [
        migrations.RunPython(refresh_keys, migrations.RunPython.noop),
    ]
