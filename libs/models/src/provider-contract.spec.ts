import { describeProvider } from './testing/provider-contract';
import { EMBEDDED_NAMES, createProvider, embeddedModelsOf } from './registry';

for (const name of EMBEDDED_NAMES) {
  const models = embeddedModelsOf(name);
  describeProvider(name, {
    intentModel: models?.['intent'] ?? '',
    replyModel: models?.['narrative'] ?? '',
    make: () => createProvider(name, {}),
  });
}
