import { answerHelp } from '../../../command-line/command-line.cjs';
import { bundle } from '../bundle/bundle';

// The image is built with it; `npm start` and the tests make it when they need it.
answerHelp('bundle');
void bundle();
