/**
 * What a browser may send to a function of the database: the answer to its preflight request. lite looks for a function
 * without parameters then, and answers 404 to the others, so a browser could not call them. Undefined for any other
 * request.
 */
export function rpcPreflight(request: Request, path: string): Response | undefined {
  if (request.method !== 'OPTIONS' || !path.startsWith('/rest/v1/rpc/')) return undefined;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '',
      'access-control-max-age': '86400',
    },
  });
}
