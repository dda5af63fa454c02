# A server in a container: docker build -t tenka . && docker run -p 8000:8000 -v tenka:/data tenka
# docs/deploy.md says more. The first stage builds, with compilers and Node; the second has only what runs.

FROM python:3.13-slim AS build
WORKDIR /tenka
COPY . .
# The documentation comes first, because it is installed as it is found.
RUN python -m venv /opt/builders \
    && /opt/builders/bin/pip install --no-cache-dir --constraint tools/lock.txt mkdocstrings-python zensical \
    && /opt/builders/bin/python -m tools.site
RUN python -m venv /opt/tenka \
    && /opt/tenka/bin/pip install --no-cache-dir --constraint tools/lock.txt '.[play,postgres,redis]'

FROM python:3.13-slim
COPY --from=build /opt/tenka /opt/tenka
RUN useradd --system --uid 10001 --no-create-home tenka && install --directory --owner tenka /data
USER 10001
WORKDIR /data
VOLUME /data
# With PostgreSQL and Redis instead, the same variables name them.
ENV PATH=/opt/tenka/bin:$PATH \
    DATABASE_URL=sqlite:////data/server.db \
    TENKA_CACHE_DIR=/data/compiled \
    TENKA_PUSH_KEY=/data/push-key.pem
EXPOSE 8000
# Rules are compiled for the processor at the first start, which takes a minute or more.
HEALTHCHECK --start-period=5m --interval=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["tenka", "serve", "--host", "0.0.0.0", "--port", "8000"]
