import { addressesOf, domainFits, pathFits, type Address } from './addresses';
import { PASS, deny, type Finding, type Subject } from './finding';

/** CP-08: the domains and paths a scope allows an extension hold for everything the call reaches. */
export function withinConstraints({ request, tool, call }: Subject): Finding {
  const { extension } = tool.definition;
  const constraints = request.scope?.constraints;
  const constraint = constraints && Object.hasOwn(constraints, extension) ? constraints[extension] : undefined;
  if (!constraint) return PASS;
  const addresses = addressesOf(tool, request.args, call());
  if (!addresses) return deny('constraint_violated', 'a URL among the arguments is not an http or https address');
  const { domainsAllowlist, pathsAllowlist } = constraint;
  if (domainsAllowlist && !addresses.every((address) => domainAllowed(address, domainsAllowlist))) {
    return deny(
      'constraint_violated',
      `the scope allows extension ${extension} only the domains ${domainsAllowlist.join(', ')}`,
    );
  }
  if (
    pathsAllowlist &&
    !addresses.every(({ segments }) => pathsAllowlist.some((pattern) => pathFits(segments, pattern)))
  ) {
    return deny(
      'constraint_violated',
      `the scope allows extension ${extension} only the paths ${pathsAllowlist.join(', ')}`,
    );
  }
  return PASS;
}

/** An address the artifact does not name is not known to be allowed. */
const domainAllowed = ({ domain }: Address, allowlist: readonly string[]): boolean =>
  domain !== null && allowlist.some((pattern) => domainFits(domain, pattern));
