"""The site with the addresses of bench_urls.py."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.ROOT_URLCONF = "bench_urls"
application = get_wsgi_application()
