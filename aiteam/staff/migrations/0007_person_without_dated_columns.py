from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('staff', '0006_records_from_columns'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='person',
            name='staff_ends_after_start',
        ),
        migrations.RemoveField(
            model_name='person',
            name='cluster',
        ),
        migrations.RemoveField(
            model_name='person',
            name='ended_on',
        ),
        migrations.RemoveField(
            model_name='person',
            name='is_contractor',
        ),
        migrations.RemoveField(
            model_name='person',
            name='left_undated',
        ),
        migrations.RemoveField(
            model_name='person',
            name='role',
        ),
        migrations.RemoveField(
            model_name='person',
            name='started_on',
        ),
    ]
