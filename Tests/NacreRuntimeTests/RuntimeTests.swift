import Foundation
import InMemoryLogging
import Logging
import Nacre
import NacreLMDB
import NacreRuntime
import NacreTesting
import Testing

/// Features that the runtime does not know by name, on an engine passed in.
@Suite struct RuntimeTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-runtime-\(UUID().uuidString)")
    private let log = InMemoryLogHandler()

    private var engine: LMDBEngine {
        .lmdb(at: folder.path, options: .init(mapSize: 64 << 20, derivedMapSize: 32 << 20))
    }

    private var options: Runtime.Options { .init(logger: Logger(label: "test", factory: { [log] _ in log })) }

    private func withRuntime(_ body: (Runtime) async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let runtime = try await Runtime.open(engine, options: options) {
            Spending()
            Orders()
            Thanking()
        }
        try await body(runtime)
        await runtime.close()
    }

    @Test func `a read model is found by its projection's type, and shows the latest appends`() async throws {
        try await withRuntime { runtime in
            try await runtime.store.place(1, by: "ada", 3)
            try await runtime.store.place(2, by: "ada", 4)
            let ada = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
            #expect(ada == Spending.Customer(spent: 7))
        }
    }

    @Test func `reading one read model brings only that one up to date`() async throws {
        try await withRuntime { runtime in
            try await runtime.store.place(1, by: "ada", 3)
            _ = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
            #expect(try await runtime.projections().map(\.name) == ["spending", "orders"])
            #expect(try await runtime.projections().map(\.lag) == [0, 1])
            try await runtime.catchUp(only: ["orders"])
            #expect(try await runtime.projections().map(\.lag) == [0, 0])
        }
    }

    @Test func `a projection that was not given to the runtime is rejected, with the known ones`()
        async throws
    {
        let runtime = try await Runtime.open(.inMemory) { Spending() }
        let error = #expect(throws: EventStoreError.self) { try runtime.models[Orders.self] }
        #expect(error?.message == #"there is no projection "orders": this program has spending"#)
        for attempt in [
            { _ = try await runtime.rebuild(projection: "orders") }, { _ = try await runtime.skips(of: "orders") },
            { try await runtime.catchUp(only: ["orders"]) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: EventStoreError.self) { try await attempt() }
            #expect(error?.code == .invalidArgument)
        }
        let none = await #expect(throws: EventStoreError.self) { try await runtime.retry(process: "thanking") }
        #expect(none?.message == #"there is no process "thanking": this program has none"#)
        await runtime.close()
    }

    @Test func `duplicate projection or process names are rejected when the store is opened`()
        async throws
    {
        let projections = await #expect(throws: EventStoreError.self) {
            try await Runtime.open(.inMemory) {
                Spending()
                Spending()
            }
        }
        #expect(projections?.message.hasPrefix(#"two projections are named "spending""#) == true)
        let processes = await #expect(throws: EventStoreError.self) {
            try await Runtime.open(engine) {
                for _ in 0..<2 { ProcessDeclaration { _ in Thanking() } }
            }
        }
        #expect(processes?.code == .invalidArgument)
        // The store was closed again: the folder can be opened once more.
        try await withRuntime { runtime in
            let head = try await runtime.store.head()
            #expect(head == 0)
        }
    }

    @Test func `a projection with two tables of one number is rejected when the store is opened`() async throws {
        struct Confused: TableProjection {
            static let one = Table<String, Spending.Customer>()
            static let other = Table<String, Spending.Customer>()
            static let tables: TableSet = [one, other]
            let query = Query.all

            func decode(_ recorded: EventView) throws -> Int? { nil }

            func apply(_ event: Int, _ recorded: EventView, to tables: MutableTables<Self>) throws {}
        }
        let error = await #expect(throws: EventStoreError.self) { try await Runtime.open(.inMemory) { Confused() } }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("declares number") == true, "\(String(describing: error))")
    }

    @Test(arguments: [false, true])
    func `only features selected by an if statement run`(thanks: Bool) async throws {
        let runtime = try await Runtime.open(.inMemory) {
            if thanks { Thanking() } else { Orders() }
            if thanks { Spending() }
        }
        #expect(runtime.models.names == (thanks ? ["spending"] : ["orders"]))
        #expect(try await runtime.processes().map(\.name) == (thanks ? ["thanking"] : []))
        #expect(runtime.followers.count == (thanks ? 2 : 1))
        await runtime.close()
    }

    @Test func `process managers react once, also across programs`() async throws {
        for _ in 0..<2 {
            try await Runtime.open(engine) { Thanking() }.use { runtime in
                if try await runtime.store.head() == 0 { try await runtime.store.place(1, by: "ada", 3) }
                #expect(try await runtime.react().isEmpty)
                #expect(try await runtime.store.read("thanks-ada").collect().count == 1)
            }
        }
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func `a halt stops only its own feature, is logged, and can be skipped with a reason`() async throws {
        try await withRuntime { runtime in
            try await runtime.store.place(1, by: "ada", -1)
            try await runtime.store.place(2, by: "ada", 4)
            #expect(try await runtime.catchUp().map(\.code) == [.projectionHalted])
            #expect(try await runtime.react().map(\.code) == [.processHalted])
            #expect(log.entries.filter { $0.level == .error }.count == 2)
            #expect(try await runtime.projections().map { $0.halt?.position } == [nil, 1])
            #expect(try await runtime.processes().map { $0.halt?.position } == [1])
            await #expect(throws: EventStoreError.self) { try await runtime.retry(projection: "orders") }
            try await runtime.skip(1, in: "orders", reason: "a test of the till")
            try await runtime.skip(1, inProcess: "thanking", reason: "a test of the till")
            #expect(try await runtime.skips(of: "orders").map(\.reason) == ["a test of the till"])
            let orders = try await runtime.models[Orders.self].read { try $0.counts.row(at: "all") }
            #expect(orders?.placed == 1)
            #expect(try await runtime.processJournals().map(\.name) == ["thanking"])
        }
    }

    @Test func `comparing finds a tampered read model, and rebuilding repairs it`() async throws {
        try await withRuntime { runtime in
            try await runtime.store.place(1, by: "ada", 3)
            try await runtime.catchUp()
            try runtime.models.store.write("spending") { writer in
                let row = [UInt8](repeating: 0, count: 8)
                try writer.setValue(row, for: Array("zoe".utf8), in: 0)
            }
            let found = Differences()
            try await runtime.compare(projection: "spending") { found.add($0) }
            #expect(found.count == 1)
            #expect(try await runtime.rebuild(projection: "spending") == 1)
            let after = Differences()
            try await runtime.compare(projection: "spending") { after.add($0) }
            #expect(after.count == 0)
        }
    }

    @Test func `the past is queried like the present, and leaves the present unchanged`() async throws {
        try await withRuntime { runtime in
            for amount in 1...3 { try await runtime.store.place(amount, by: "ada", amount) }
            for (position, spent) in [(1, 1), (2, 3), (3, 6)] as [(Position, Int)] {
                let ada = try await runtime.asOf(.position(position)) { past in
                    try await past[Spending.self].read { try $0.customers.row(at: "ada") }
                }
                #expect(ada?.spent == spent)
            }
            #expect(try await runtime.projections().map(\.position) == [0, 0])
            await #expect(throws: EventStoreError.self) { try await runtime.asOf(.position(4)) { _ in } }
        }
    }

    @Test func `a backup equals the store, and a store in memory has no files to back up`() async throws {
        try await withRuntime { runtime in
            try await runtime.store.place(1, by: "ada", 3)
            let copy = folder.path + "-copy"
            defer { try? FileManager.default.removeItem(atPath: copy) }
            #expect(try await runtime.backup(to: copy).head == 1)
            try await Runtime.open(.lmdb(at: copy), for: .reading) { Spending() }.use { other in
                let ada = try await other.models[Spending.self].read { try $0.customers.row(at: "ada") }
                #expect(ada?.spent == 3)
            }
        }
        try await Runtime.open(.inMemory) {}.use { runtime in
            let error = await #expect(throws: EventStoreError.self) { try await runtime.backup(to: "/nowhere") }
            #expect(error?.code == .invalidArgument)
        }
    }
}

extension Runtime {
    /// Runs a body with the runtime, then closes it.
    fileprivate func use(_ body: (Runtime) async throws -> Void) async throws {
        try await body(self)
        await close()
    }
}
