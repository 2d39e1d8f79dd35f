from starlette.applications import Starlette
from starlette.responses import PlainTextResponse as R
from starlette.routing import Route, Mount
from starlette.staticfiles import StaticFiles
async def a(r): return R('admin\t'+r.scope['path'])
async def o(r): return R('other\t'+r.scope['path'])
app=Starlette(routes=[Route('/admin/{p:path}',a),Route('/{p:path}',o)])
files=Starlette(routes=[Mount('/',StaticFiles(directory='@WWW@'))])
def wsgi(e,s):
    p=e['PATH_INFO']; s('200 OK',[('Content-Type','text/plain')]); return [(('admin\t' if p.startswith('/admin/') else 'other\t')+p).encode('latin1','replace')]
