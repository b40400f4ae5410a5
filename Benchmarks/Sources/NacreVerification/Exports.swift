// Every file checks loads and engines: their module is imported once, for all of them.
@_exported public import NacreLoad
