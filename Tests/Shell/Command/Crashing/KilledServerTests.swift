import AsyncHTTPClient
import AuthRemote
import FeatureAPI
import Foundation
import ItemsDomain
import ItemsRemote
import NIOCore
import Synchronization
import TestFolders
import TestRandomness
import TestTraits
import Testing

/// Kills a server with `SIGKILL`, and cuts connections to it, while 200 clients work.
///
/// `NACRE_KILL_ROUNDS` sets the number of kills, `NACRE_SEED` what is done and where connections are cut.
@Suite(.fewAtOnce, .serialized, .timeLimit(.minutes(60))) struct KilledServerTests {
    // API-30: What a killed server promised is audited over HTTP alone.

    private static let rounds = number("NACRE_KILL_ROUNDS") ?? 4
    private static let accounts = 8
    private static let workersPerAccount = 25

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test func `200 clients of a server that is killed and cut off lose no acknowledged write, and repeat none`()
        async throws
    {
        let seed = Self.number("NACRE_SEED") ?? UInt64.random(in: 0..<1_000_000)
        let server = ServerProcess(in: try TemporaryFolder())
        try await server.start()
        var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(5)))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            Self.accounts * Self.workersPerAccount
        configuration.connectionPool.retryConnectionEstablishment = false
        let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let users = try await Self.users(of: server, http)
            let cuts = try await CuttingProxy.run(to: await server.port, seed: seed) { proxy in
                try await Self.work(users, through: proxy, on: server, seed: seed)
                return proxy.cuts
            }
            var audits: [ItemAudit] = []
            for user in users { audits.append(try await Self.audit(user, seed)) }
            let (acknowledged, inDoubt) = Self.counts(audits)
            let summary = "\(acknowledged) acknowledged, \(inDoubt) in doubt, \(cuts) cuts, seed \(seed)"
            print("\(Self.rounds) kills: \(summary)")
            #expect(Self.isEnough(audits, cuts), "\(summary)")
            #expect(try await server.loggedErrors() == [])
        } catch {
            try await server.kill()
            try await http.shutdown()
            throw error
        }
        try await server.kill()
        try await http.shutdown()
    }

    /// An account that is signed in, without a proxy.
    private struct User: Sendable {
        let client: PatientClient
        let items = KnownItems()
    }

    private static func users(of server: ServerProcess, _ http: HTTPClient) async throws -> [User] {
        let client = PatientClient(http: http, port: await server.port)
        var users: [User] = []
        for number in 0..<accounts {
            let credentials = CredentialsMessage(
                email: "user\(number)@example.com", password: "a long and odd password")
            let registration = try AuthEndpoints.register.request(NoParameters(), credentials)
            #expect(try await client.send(registration).response.status == 202)
            let answer = try await client.send(AuthEndpoints.signIn.request(NoParameters(), credentials)).response
            let session = try MessageCoding.decode(answer.body, as: SignedInMessage.self)
            users.append(User(client: PatientClient(http: http, port: await server.port, token: session.token)))
        }
        return users
    }

    /// Lets all workers work while the server is killed and started again.
    private static func work(
        _ users: [User], through proxy: CuttingProxy, on server: ServerProcess, seed: UInt64
    ) async throws {
        let end = Stop()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, user) in users.enumerated() {
                for index in 0..<workersPerAccount {
                    let client = PatientClient(http: user.client.http, port: proxy.port, token: user.client.token)
                    var worker = ItemWorker(
                        name: "\(number)-\(index)", client: client, items: user.items,
                        generator: SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number * 1_000 + index)))
                    group.addTask { try await worker.run(until: { end.isReached }) }
                }
            }
            group.addTask {
                var generator = SeededGenerator(seed: ~seed)
                for left in (0..<rounds).reversed() {
                    try await Task.sleep(for: .milliseconds(300 + generator.below(1_200)))
                    // On a busy machine, the last round lasts longer.
                    while left == 0, !isEnough(users.map(\.items.current), proxy.cuts) {
                        try await Task.sleep(for: .milliseconds(100))
                    }
                    try await server.kill()
                    try await server.start()
                }
                end.reach()
            }
            for try await _ in group {}
        }
    }

    /// How many requests were acknowledged, and of how many the answers were lost.
    private static func counts(_ audits: [ItemAudit]) -> (acknowledged: Int, inDoubt: Int) {
        (audits.reduce(0) { $0 + $1.acknowledgedCount }, audits.reduce(0) { $0 + $1.inDoubtCount })
    }

    /// Whether so much has happened that the run proves something.
    private static func isEnough(_ audits: [ItemAudit], _ cuts: Int) -> Bool {
        let (acknowledged, inDoubt) = counts(audits)
        return acknowledged > 100 && inDoubt > 0 && cuts > 50
    }

    /// When the workers stop.
    private final class Stop: Sendable {
        private let flag = Atomic(false)

        var isReached: Bool { flag.load(ordering: .relaxed) }

        func reach() { flag.store(true, ordering: .relaxed) }
    }

    /// Compares the items of a user with what its workers know, and repeats some of their requests.
    private static func audit(_ user: User, _ seed: UInt64) async throws -> ItemAudit {
        let before = try await items(of: user)
        let audit = user.items.current
        #expect(audit.faults(in: before) == [], "seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for post in user.items.acknowledgedPosts.shuffled(using: &generator).prefix(20) {
            let again = try await user.client.send(post.request).response
            let bodies = [post.body, again.body].map { String(decoding: $0, as: UTF8.self) }
            #expect(bodies[0] == bodies[1], "seed \(seed): \(post.request.target)")
        }
        #expect(try await items(of: user) == before, "seed \(seed): a repeated request changed something")
        return audit
    }

    private static func items(of user: User) async throws -> [ItemState] {
        var items: [ItemState] = []
        var request = ItemPageRequest(limit: 1_000, includingDeleted: true)
        while true {
            let answer = try await user.client.send(
                ItemEndpoints.list.request(ItemPageParameters(request), NoMessage()))
            let page = try MessageCoding.decode(answer.response.body, as: ItemPageMessage.self)
            items += page.items.map(ItemState.init)
            guard let next = page.next else { return items }
            request = ItemPageRequest(
                after: try CursorText.cursor(next, field: "next"), limit: 1_000, includingDeleted: true)
        }
    }
}
