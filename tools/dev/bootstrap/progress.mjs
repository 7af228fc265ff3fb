/** Says on stderr that a piece of work begins and how long it took; ends the process when it fails. */
export async function step(name, work) {
  process.stderr.write(`arbiter: ${name}…\n`);
  const begun = Date.now();
  try {
    await work();
  } catch (error) {
    fail(`${name} failed: ${error.message}`);
  }
  process.stderr.write(`arbiter: ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s\n`);
}

export function fail(message) {
  process.stderr.write(`arbiter: ${message}\n`);
  process.exit(1);
}
