import fastify from 'fastify'; import middie from 'middieold'; import fstatic from 'fstaticold'; import { Hono } from 'hono'; import { serve } from '@hono/node-server'; import { serveStatic } from '@hono/node-server/serve-static';
import { createApp, eventHandler, toNodeListener, createRouter } from 'h3old'; import http from 'node:http'; import express from 'expressold';
process.on('uncaughtException',e=>console.error(String(e)));
const root='@WWW@', H='127.0.0.1';
{ const a=fastify(); await a.register(middie); a.use('/admin',(q,s,n)=>s.end('admin\t'+q.url)); a.all('/*',async()=>'other'); a.listen({port:@fastify-middie903@,host:H}); }
{ const a=fastify(); a.register(fstatic,{root}); a.listen({port:@fastify-static830@,host:H}); }
{ const a=new Hono(); a.use('/*',serveStatic({root:'@REL@'})); a.all('*',c=>c.text('other')); serve({fetch:a.fetch,port:@hono-static1199@,hostname:H}); }
{ const a=new Hono(); a.all('/admin/*',c=>c.text('admin\t'+c.req.path)); a.all('*',c=>c.text('other\t'+c.req.path)); serve({fetch:a.fetch,port:@hono4114@,hostname:H}); }
{ const a=createApp(), r=createRouter(); r.use('/admin/**',eventHandler(e=>'admin\t'+e.path)); r.use('/**',eventHandler(e=>'other\t'+e.path)); a.use(r); http.createServer(toNodeListener(a)).listen(@h3v1@,H); }
{ const a=express(); a.use('/admin',(q,s)=>s.send('admin\t'+q.baseUrl+q.path)); a.use((q,s)=>s.send('other\t'+q.path)); a.use((e,q,s,n)=>s.status(400).send('bad')); a.listen(@express416@,H); }
