require 'action_dispatch'
answer = ->(name) { ->(e) { [200, {'content-type' => 'text/plain'}, [name]] } }
routes = ActionDispatch::Routing::RouteSet.new
routes.draw do
  match '/admin/*path', to: answer['admin'], via: :all
  match '(*path)', to: answer['other'], via: :all
end
run routes
