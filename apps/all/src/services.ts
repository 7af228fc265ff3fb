import { join } from 'node:path';
import { CompiledFile } from './compiled-file';

/**
 * Starts the named service, or all of them, out of the one file of all services (decision 0059). The code that V8
 * compiles from it is stored beside it when the file is made (`services.js all keep-compiled`): compiling it at each
 * start takes half a second, and 80 MB that are not given back.
 */
const services = new CompiledFile(join(__dirname, 'services.bundle.js'));
if (process.argv[3] === 'keep-compiled') process.once('exit', () => services.keep());
services.run(module);
