from django.db import DatabaseError, migrations, transaction


def make_index(apps, schema_editor):
    """What a search of a part of a name reads. On PostgreSQL it takes trigrams, where the server has them and lets us."""
    connection = schema_editor.connection
    if connection.vendor == "sqlite":
        schema_editor.execute("CREATE INDEX staff_search ON staff_person (search_text, id)")
    elif connection.vendor == "postgresql":
        try:
            with transaction.atomic(using=connection.alias):
                with connection.cursor() as cursor:
                    cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
                    cursor.execute("CREATE INDEX staff_search ON staff_person USING gin (search_text gin_trgm_ops)")
        except DatabaseError:
            pass  # the search then reads every name, which is slower and as right


def drop_index(apps, schema_editor):
    schema_editor.execute("DROP INDEX IF EXISTS staff_search")


class Migration(migrations.Migration):

    dependencies = [
        ('staff', '0010_bulk_changes'),
    ]

    operations = [
        migrations.RunPython(make_index, drop_index),
    ]
