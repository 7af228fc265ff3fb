export * from './not-spoken';
export * from './read-language';
