import * as nodeModule from 'node:module';
import { join } from 'node:path';

const KEPT_AFTER_MILLISECONDS = 5_000;

/**
 * Starts the service that is named, or all of them, out of the one file of all services (decision 0059). What V8 compiled of it is
 * kept beside it, where that may be written, so that a later start does not compile it again.
 */
// An old Node has no such cache, and is told its age by the service itself.
nodeModule.enableCompileCache?.(join(__dirname, 'compile-cache'));
setTimeout(() => nodeModule.flushCompileCache?.(), KEPT_AFTER_MILLISECONDS).unref();
require('./services.bundle.js');
