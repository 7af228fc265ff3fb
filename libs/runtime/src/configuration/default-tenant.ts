/**
 * The tenant that is served where none is named. Its users and durables bear the channel's name alone: a durable keeps
 * its place only under its name.
 */
export const DEFAULT_TENANT = 'shop';
