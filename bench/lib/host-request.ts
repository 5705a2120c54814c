import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** `fetch` accepts no Host header, by which the shops on one address are told apart. */
export function send<Answer>(
  method: 'GET' | 'POST',
  address: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(address, {
      method,
      agent,
      headers: { 'content-type': 'application/json', ...headers },
    });
    asked.on('error', reject);
    asked.on('response', async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        const status = answer.statusCode ?? 0;
        if (status < 200 || status > 299) throw new Error(`${address} answered ${status}: ${text}`);
        resolve(JSON.parse(text));
      } catch (error) {
        reject(error);
      }
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
