export const dynamic = 'force-dynamic'
export const GET = () => new Response('', {headers: {'X-Loc': 'NAME'}})
