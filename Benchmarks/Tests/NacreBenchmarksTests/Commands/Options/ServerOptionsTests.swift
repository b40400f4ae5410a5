import ArgumentParser
import Testing

@testable import NacreBenchmarks

@Suite struct ServerOptionsTests {
    @Test func `the disk of a foreign server is unknown`() throws {
        let foreign = try ServerOptions.parse(["--postgres", "host=elsewhere"])
        #expect(!foreign.syncsToProbedDisk(.postgres))
        #expect(!foreign.syncsToProbedDisk(.postgresGroup))
        #expect(foreign.syncsToProbedDisk(.nacre))
        #expect(try ServerOptions.parse(["--start-server"]).syncsToProbedDisk(.postgres))
    }
}
