from django.db import migrations


BATCH = 1000


def _rows(model, people, **changes):
    return [model(person=person, starts_on=person.started_on, **{name: value(person) for name, value in changes.items()}) for person in people]


def records_from_columns(apps, schema_editor):
    """What stood in a person's columns becomes the record that holds from the first day of work."""
    model = {name: apps.get_model("staff", name) for name in ("Person", "Employment", "RolePeriod", "Assignment")}
    people = list(model["Person"].objects.all())
    employments = _rows(
        model["Employment"],
        people,
        kind=lambda person: "contractor" if person.is_contractor else "employee",
        ends_on=lambda person: person.ended_on,
        left_undated=lambda person: person.left_undated,
    )
    model["Employment"].objects.bulk_create(employments, BATCH)
    roles = _rows(model["RolePeriod"], [one for one in people if one.role_id], role_id=lambda person: person.role_id)
    model["RolePeriod"].objects.bulk_create(roles, BATCH)
    assignments = _rows(model["Assignment"], [one for one in people if one.cluster_id], cluster_id=lambda person: person.cluster_id)
    model["Assignment"].objects.bulk_create(assignments, BATCH)


class Migration(migrations.Migration):

    dependencies = [
        ('staff', '0005_dated_records'),
    ]

    operations = [
        migrations.RunPython(records_from_columns, migrations.RunPython.noop),
    ]
