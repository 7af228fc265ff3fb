import { bundle } from '../bundle/bundle';

// The image is built with it; `npm start` and the tests make it when they need it.
void bundle();
