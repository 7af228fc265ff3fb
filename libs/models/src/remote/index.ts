export { FAMILY_NAMES, MAXIMUM_OUTPUT_TOKENS, languageModels, type Access, type FamilyName } from './families';
export { HttpProvider } from './http-provider';
export { LanguageModelProvider } from './language-model-provider';
export { ProcessProvider, type Program } from './process-provider';
