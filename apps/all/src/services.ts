import * as nodeModule from 'node:module';
import { join } from 'node:path';

/**
 * Starts the service that is named, or all of them, out of the one file of all services (decision 0059). What V8 compiles of it is
 * kept beside it when the file is made: to compile it at each start takes half a second, and 80 MB that are not given back.
 */
// An old Node has no such cache, and is told its age by the service itself.
nodeModule.enableCompileCache?.(join(__dirname, 'compile-cache'));
require('./services.bundle.js');
