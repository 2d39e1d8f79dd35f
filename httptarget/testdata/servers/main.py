import threading,sys,os
root='@WWW@'
def th(f): threading.Thread(target=f,daemon=True).start()
from werkzeug.serving import make_server, WSGIRequestHandler
class Q(WSGIRequestHandler):
    def log(self,*a,**k): pass
from flask import Flask, request
f=Flask('x',static_folder=None)
@f.route('/admin/<path:p>')
def a(p): return 'admin\t'+request.path
@f.route('/',defaults={'p':''})
@f.route('/<path:p>')
def o(p): return 'other\t'+request.path
th(make_server('127.0.0.1',@flask@,f,threaded=True,request_handler=Q).serve_forever)
import django
from django.conf import settings
settings.configure(DEBUG=False,ROOT_URLCONF='main_urls',ALLOWED_HOSTS=['*'],SECRET_KEY='x',LOGGING_CONFIG=None)
import types
m=types.ModuleType('main_urls')
from django.urls import re_path
from django.http import HttpResponse
m.urlpatterns=[re_path('^admin/',lambda r:HttpResponse('admin\t'+r.path)),re_path('',lambda r:HttpResponse('other\t'+r.path))]
sys.modules['main_urls']=m
django.setup()
from django.core.wsgi import get_wsgi_application
th(make_server('127.0.0.1',@django@,get_wsgi_application(),threaded=True,request_handler=Q).serve_forever)
def wsgi(e,s):
    p=e['PATH_INFO']; s('200 OK',[('Content-Type','text/plain')]); return [(('admin\t' if p.startswith('/admin/') else 'other\t')+p).encode('latin1','replace')]
import waitress,logging
logging.disable(logging.CRITICAL)
th(lambda: waitress.serve(wsgi,host='127.0.0.1',port=@waitress-wsgi@,threads=4))
from cheroot.wsgi import Server
th(Server(('127.0.0.1',@cheroot-wsgi@),wsgi).start)
from functools import partial
from http.server import ThreadingHTTPServer, SimpleHTTPRequestHandler
class S(SimpleHTTPRequestHandler):
    def log_message(self,*a): pass
th(ThreadingHTTPServer(('127.0.0.1',@http.server@),partial(S,directory=root)).serve_forever)
def torn():
    import asyncio,tornado.web,tornado.ioloop
    asyncio.set_event_loop(asyncio.new_event_loop())
    class A(tornado.web.RequestHandler):
        def get(self): self.write('admin\t'+self.request.path)
    class O(tornado.web.RequestHandler):
        def get(self): self.write('other\t'+self.request.path)
    tornado.web.Application([('/admin/.*',A),('.*',O)]).listen(@tornado@,'127.0.0.1')
    tornado.web.Application([('/(.*)',tornado.web.StaticFileHandler,{'path':root})]).listen(@tornado-static@,'127.0.0.1')
    tornado.ioloop.IOLoop.current().start()
th(torn)
from aiohttp import web
async def aa(r): return web.Response(text='admin\t'+r.path)
async def oo(r): return web.Response(text='other\t'+r.path)
app=web.Application(); app.router.add_route('*','/admin/{p:.*}',aa); app.router.add_route('*','/{p:.*}',oo)
async def st(a):
    x=web.Application(); x.router.add_static('/',root); r=web.AppRunner(x,access_log=None); await r.setup(); await web.TCPSite(r,'127.0.0.1',@aiohttp-static@).start()
app.on_startup.append(st)
web.run_app(app,host='127.0.0.1',port=@aiohttp@,print=None,access_log=None)
