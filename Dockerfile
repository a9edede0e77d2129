# The image holds code and packages only; what changes (database, secret key, collected static files) is in the volume /data,
# so the container may run with a read-only root.
FROM python:3.12-slim-bookworm AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
COPY requirements/run.txt /tmp/run.txt
RUN /opt/venv/bin/pip install --no-deps --require-hashes --requirement /tmp/run.txt

FROM python:3.12-slim-bookworm
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin aiteam \
    && install --directory --mode 0700 --owner aiteam --group aiteam /data
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY . .
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN python scripts/compile_messages.py && python -m compileall -q aiteam
USER aiteam
ENV AITEAM_DATA_DIR=/data XDG_CACHE_HOME=/tmp HOST=0.0.0.0 PORT=8000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "scripts/healthcheck.py"]
CMD ["sh", "-c", "python manage.py prepare && exec gunicorn --config scripts/gunicorn.conf.py aiteam.wsgi:application"]
