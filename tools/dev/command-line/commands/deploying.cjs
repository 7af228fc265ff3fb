// What a deployment is made ready with, before anything of it runs.
const FOLDER = 'the folder of .env; the root of the project when left out';

exports.DEPLOYING = {
  'make-env': {
    call: 'node deploy/make-env.mjs',
    does: 'Writes .env from .env.example with random secrets, readable by its owner only. An .env that is there already is left alone.',
    forms: [`node deploy/make-env.mjs [FOLDER]   ${FOLDER}`],
    operands: true,
    exits: { 0: 'it is written', 1: 'one is there already, or it could not be written', 2: 'the arguments are wrong' },
    examples: ['node deploy/make-env.mjs'],
  },
  'make-secrets': {
    call: 'node k8s/make-secrets.mjs',
    does: "Prints the Secrets of a cluster, made of a .env that deploy/make-env.mjs wrote and that the channels' values were added to.",
    forms: [`node k8s/make-secrets.mjs [FOLDER]   ${FOLDER}`],
    operands: true,
    environment: {
      POSTGRES_HOST: 'where the database is, host:port; postgres:5432 when left out',
      REDIS_HOST: 'where Redis is, host:port; redis:6379 when left out',
    },
    exits: { 0: 'they are printed', 1: 'there is no .env, or it lacks a value', 2: 'the arguments are wrong' },
    examples: ['node k8s/make-secrets.mjs | kubectl apply -f -'],
  },
  'validate-manifests': {
    call: 'node deploy/checks/validate-manifests.mts',
    does: 'Reads Kubernetes manifests from standard input and checks them without a cluster. One line a problem.',
    forms: ['node deploy/checks/validate-manifests.mts'],
    exits: { 0: 'there is no problem', 1: 'there is at least one', 2: 'the arguments are wrong' },
    examples: ['kubectl kustomize k8s/overlays/production | node deploy/checks/validate-manifests.mts'],
  },
};
