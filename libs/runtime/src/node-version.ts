import { basename, resolve } from 'node:path';

const NEEDED = 24;

/**
 * A program imports this before anything else: on an older Node it ends here, in one line, and not in the middle of a
 * package that cannot be read. It may use nothing that an older Node does not know.
 */
if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  const program = basename(resolve(process.argv[1] ?? '', '../..'));
  process.stderr.write(
    `${program}: Node ${NEEDED} or newer is needed, this is ${process.version}; install it and run this again (\`npm start\` brings its own)\n`,
  );
  process.exit(1);
}
