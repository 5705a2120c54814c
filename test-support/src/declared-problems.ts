import { apiRoutes } from '@storefleet/contract/api';
import { ProblemDetails } from '@storefleet/contract/api/common';
import { problemsOf } from '@storefleet/contract/call-problems';
import { API_BASE_PATH } from '@storefleet/contract/constants';

const calls = apiRoutes.map((route) => ({
  route,
  // A fixed part goes before a parameter, as the server has it.
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  parameters: route.path.split('{').length,
}));
calls.sort((a, b) => a.parameters - b.parameters);

/** Throws if the server returns a problem that the call does not declare. */
export async function requireDeclaredProblem(method: string, response: Response): Promise<void> {
  if (response.status < 400 || response.status === 500) return;
  const path = new URL(response.url).pathname.slice(API_BASE_PATH.length);
  const call = calls.find(({ route, pattern }) => route.method === method && pattern.test(path));
  if (!call) return;
  const { code, detail } = ProblemDetails.parse(await response.clone().json());
  if (!problemsOf(call.route).includes(code)) {
    throw new Error(
      `${call.route.id} answered ${response.status} ${code} (${detail}), which call-problems.ts does not name.`,
    );
  }
}
