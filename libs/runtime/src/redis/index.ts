export { openRedis } from './open-redis';
