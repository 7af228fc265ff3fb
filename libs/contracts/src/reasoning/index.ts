export * from './without-reasoning';
