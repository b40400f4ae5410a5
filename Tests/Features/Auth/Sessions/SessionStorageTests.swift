import AuthDomain
import AuthSessions
import FeatureAPI
import Foundation
import TestFolders
import Testing

@Suite struct SessionStorageTests {
    private let folder: TemporaryFolder
    private let path: String
    private let server: SessionPlace
    private let store = SessionPlace(store: "/srv/shop.nacre")

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("state/nacre/sessions.json")
        server = try SessionPlace(server: ServerAddress("http://127.0.0.1:8080"))
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func setMode(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test(arguments: [false, true])
    func `each place has its own session, until it is removed`(isInMemory: Bool) async throws {
        let sessions: any SessionStorage = isInMemory ? InMemorySessionStorage() : FileSessionStorage(path)
        #expect(try await sessions.load(at: server) == nil)
        try await sessions.remove(at: server)
        let (first, second, third) = (Token.random(), Token.random(), Token.random())
        try await sessions.save(first, at: server)
        try await sessions.save(second, at: store)
        try await sessions.save(third, at: server)
        #expect(try await sessions.load(at: server)?.text == third.text)
        try await sessions.remove(at: server)
        #expect(try await sessions.load(at: server) == nil)
        #expect(try await sessions.load(at: store)?.text == second.text)
    }

    @Test func `another object for the file has the same sessions`() async throws {
        let token = Token.random()
        try await FileSessionStorage(path).save(token, at: store)
        #expect(try await FileSessionStorage(path).load(at: store)?.text == token.text)
    }

    @Test func `its owner alone can read the file, its lock and its folder`() async throws {
        let sessions = FileSessionStorage(path)
        for _ in 0..<2 {
            try await sessions.save(.random(), at: store)
            #expect(try mode(path) == 0o600)
            #expect(try mode(path + ".lock") == 0o600)
            #expect(try mode(folder.path("state/nacre")) == 0o700)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("state/nacre"))
        #expect(names.sorted() == ["sessions.json", "sessions.json.lock"])
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602])
    func `a file that others can use is refused, and not replaced`(mode: Int) async throws {
        let sessions = FileSessionStorage(path)
        try await sessions.save(.random(), at: store)
        let before = try Data(contentsOf: URL(filePath: path))
        try setMode(mode)
        for attempt in [
            { _ = try await sessions.load(at: store) }, { try await sessions.save(.random(), at: store) },
            { try await sessions.remove(at: store) },
        ] {
            let error = await #expect(throws: SessionStorageError.self) { try await attempt() }
            #expect(error?.code == .exposed)
            #expect(error?.message.contains(String(mode, radix: 8)) == true)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        try setMode(0o600)
        #expect(try await sessions.load(at: store) != nil)
    }

    @Test(arguments: ["", "{", #"{"file:///srv/shop.nacre":7}"#, #"{"file:///srv/shop.nacre":"hunter2"}"#])
    func `a file with other contents is refused, and its contents are not shown`(contents: String) async throws {
        let sessions = FileSessionStorage(path)
        try await sessions.save(.random(), at: store)
        try contents.write(toFile: path, atomically: false, encoding: .utf8)
        let error = await #expect(throws: SessionStorageError.self) { try await sessions.load(at: store) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test func `a file in a place where no folder can be is reported with its path`() async throws {
        let file = try folder.file("", named: "file")
        let sessions = FileSessionStorage(file + "/sessions.json")
        #expect(try await sessions.load(at: store) == nil)
        let error = await #expect(throws: SessionStorageError.self) { try await sessions.save(.random(), at: store) }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains(file) == true)
    }

    @Test func `sessions that are stored at the same time are all kept`() async throws {
        let sessions = FileSessionStorage(path)
        let tokens = (0..<32).map { _ in Token.random() }
        try await withThrowingTaskGroup { group in
            for (number, token) in tokens.enumerated() {
                group.addTask { try await sessions.save(token, at: SessionPlace(store: "/\(number)")) }
            }
            try await group.waitForAll()
        }
        for (number, token) in tokens.enumerated() {
            #expect(try await sessions.load(at: SessionPlace(store: "/\(number)"))?.text == token.text)
        }
    }

    @Test func `a session of a server is for no other scheme, host or port`() async throws {
        let sessions: any SessionStorage = InMemorySessionStorage()
        try await sessions.save(.random(), at: SessionPlace(server: ServerAddress("https://nacre.example.com")))
        let same = try SessionPlace(server: ServerAddress("HTTPS://Nacre.Example.com/"))
        #expect(try await sessions.load(at: same) != nil)
        for other in ["https://nacre.example.com:8443", "https://example.com", "http://localhost"] {
            #expect(try await sessions.load(at: SessionPlace(server: ServerAddress(other))) == nil)
        }
    }
}
