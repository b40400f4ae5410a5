import FeatureAPI
import Testing

@testable import NacreCLI

@Suite struct UserCacheTests {
    private func path(of server: String = "https://nacre.example.com", _ environment: [String: String]) throws
        -> String?
    {
        UserCache.answers(of: try ServerAddress(server)) { environment[$0] }?.path
    }

    @Test func `answers are kept in the folder of caches that the environment names, one folder a server`() throws {
        let caches = ["XDG_CACHE_HOME": "/caches", "HOME": "/home/ada"]
        let first = try #require(try path(caches))
        #expect(first.hasPrefix("/caches/nacre/"))
        #expect(try path(of: "HTTPS://nacre.example.com/", caches) == first)
        #expect(try path(of: "https://nacre.example.com:8443", caches) != first)
        let standard = try #require(try path(["XDG_CACHE_HOME": "caches", "HOME": "/home/ada"]))
        #expect(standard.hasPrefix("/home/ada/") && standard.hasSuffix(first.dropFirst("/caches".count)))
    }

    @Test(arguments: [[:], ["HOME": ""], ["XDG_CACHE_HOME": "caches"]])
    func `without such a folder, no answers are kept`(environment: [String: String]) throws {
        #expect(try path(environment) == nil)
    }
}
