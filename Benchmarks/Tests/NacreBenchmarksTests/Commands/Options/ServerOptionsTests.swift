import ArgumentParser
import Testing

@testable import NacreBenchmarks

@Suite struct ServerOptionsTests {
    @Test func `of a server that was not started here, nobody knows which disk it syncs to`() throws {
        let foreign = try ServerOptions.parse(["--postgres", "host=elsewhere"])
        #expect(!foreign.syncsToProbedDisk(.postgres))
        #expect(!foreign.syncsToProbedDisk(.postgresGroup))
        #expect(foreign.syncsToProbedDisk(.nacre))
        #expect(try ServerOptions.parse(["--start-server"]).syncsToProbedDisk(.postgres))
    }
}
