import * as http from 'node:http';
import * as https from 'node:https';

/**
 * Sends a request to a port of this machine: a GET by TLS, unless the options say otherwise. @returns the status.
 * Rejects when the connection breaks or `timeout` passes before the response is complete.
 */
export const ask = (port: number, options: https.RequestOptions, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { request } = options.protocol === 'http:' ? http : https;
    const given = { host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false, port };
    const headers = { host: `localhost:${port}`, ...options.headers };
    const asked = request({ ...given, ...options, headers }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', reject);
    asked.end(body);
  });
