export * from './languages';
export * from './phrases';
export * from './requests';
export * from './tenant-language';
export * from './utterance';
