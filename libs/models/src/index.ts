export type { Ask } from './asks/ask';
export { Asker, type AskerOptions, TRACE_PARENT } from './asks/asker';
export { holdByTimer, isLeftToAnother } from './asks/hold';
export {
  type AskFailure,
  askFailure,
  askFailureOf,
  deadlineOf,
  decodeAsk,
  encodeAnswer,
  encodeDelta,
  encodeFailure,
  openAsk,
} from './asks/wire';
export { type Candidate, candidatesOf, definitionOf, unknownProvider } from './candidates';
export { canAnswer } from './classes';
export { type Completion, completionOf } from './completion';
export { assembled, type Assembled, type Draft, embeddedPrompt } from './context';
export { type ErrorObject, ownSchemaCompiler, schemaCompiler, type ValidateFunction } from './json-schema';
export {
  type Chunker,
  type EmbeddingProgress,
  embedKnowledge,
  type EmbedTexts,
  evidencePacker,
  type EvidencePacker,
  type KeptDocument,
  keepKnowledge,
  type Passage,
  PostgresRetriever,
  type ReadDocument,
  type Retriever,
  type Section,
  visibleDocuments,
} from './knowledge';
export { addEmbeddings, type CopiedEmbedding, embeddingsBeside } from './local/copied-embeddings';
export { EmbeddingTable } from './local/embedding-store';
export {
  folded,
  loadRecognisers,
  type PrivacyRules,
  Pseudonyms,
  recognised,
  type Recognised,
  recognisedValues,
  type Recogniser,
  ShownValues,
} from './privacy';
export {
  type FinishReason,
  type ModelPart,
  type ModelProvider,
  type Prompt,
  UNKNOWN_USAGE,
  type Usage,
} from './provider';
export {
  type AgentAsk,
  type AgentExchange,
  type AskAnswer,
  intent,
  type IntentPrompt,
  type ProposalPrompt,
  proposalTask,
  type Purpose,
  PURPOSE_NAMES,
  purposeOf,
  type Task,
  type TurnProposal,
  type Understanding,
} from './purposes';
export { createProvider, EMBEDDED_NAMES } from './registry';
export { type FamilyName, LanguageModelProvider, languageModels, MAXIMUM_OUTPUT_TOKENS } from './remote';
export { modelsServed } from './served';
export { type Environment, settingOf } from './setting';
export { tierProblems } from './tiers';
export { understood } from './understood';
export { checkArguments } from './valid-arguments';
