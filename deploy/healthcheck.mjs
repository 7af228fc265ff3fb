// Exits 0 when the service takes work. Another address may be given: `node deploy/healthcheck.mjs
// http://127.0.0.1:8080/path`.
const address = process.argv[2] ?? `http://127.0.0.1:${process.env.ARBITER_ADMIN_PORT}/readyz`;

const healthy = await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = healthy ? 0 : 1;
