import NacreReplicated
import Testing

@testable import NacreNATS

struct ServerVersionTests {
    @Test func `versions are ordered by their numbers, and a preview is before its version`() throws {
        let versions = ["2.9.25", "2.11.0", "2.12.3-RC.1", "2.12.3", "v2.15.0", "3.0.0"].map(ServerVersion.init)
        #expect(!versions.contains(nil))
        let known = versions.compactMap(\.self)
        #expect(known == known.sorted())
        #expect(Set(known.map(\.description)).count == known.count)
    }

    @Test(arguments: ["", "2", "2.12", "2.12.x", "two", "2.12.-1", "2..1"])
    func `what is no version is none`(text: String) {
        #expect(ServerVersion(text) == nil)
    }

    @Test(arguments: ["2.9.10", "2.11.9", "2.12.2", "2.12.3-RC.2", "unknown"])
    func `a server that is too old is refused by name and version`(version: String) throws {
        let error = try #require(throws: ReplicatedLogError.self) { try NATSLog.check(version: version, of: "n1") }
        #expect(error.code == .unsupportedVersion)
        #expect(error.message.contains("n1") && error.message.contains(version) && error.message.contains("2.12.3"))
    }

    @Test(arguments: ["2.12.3", "2.15.0", "3.0.0"])
    func `a server that is new enough is taken`(version: String) {
        #expect(throws: Never.self) { try NATSLog.check(version: version, of: "n1") }
    }
}
