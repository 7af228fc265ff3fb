import { grantLogins } from '@arbiter/store';

const LOGIN = { login: 'gateway_login', password: 'gateway' };

/** The address of a database with the rights of this service alone. */
export async function gatewayLogin(ownerUrl: string): Promise<string> {
  await grantLogins(ownerUrl, [{ role: 'arbiter_provider_gateway', ...LOGIN }]);
  return Object.assign(new URL(ownerUrl), { username: LOGIN.login, password: LOGIN.password }).href;
}
