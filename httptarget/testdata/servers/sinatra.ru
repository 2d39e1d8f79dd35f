require 'sinatra/base'
class App < Sinatra::Base
  set :environment, :production
  set :host_authorization, {}
  get('/admin/*') { "admin\t" + request.path_info }
  get('*') { "other\t" + request.path_info }
end
run App
