/** The compiled files of the packages that services consist of. */
export const OWN_CODE = /\/(apps|libs)\/[^/]+\/dist\//;
