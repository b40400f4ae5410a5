// Every file of the harness uses loads, engines and audits: these modules are imported once, for all of them.
@_exported package import NacreLoad
@_exported package import NacreVerification
