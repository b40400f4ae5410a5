import Foundation
import Testing

/// A target can import any module that is built already, so the rule is checked by reading the imports.
@Suite struct DependencyRuleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let values: Set<String> = ["Foundation", "FoundationEssentials"]
    private static let system: Set<String> = ["Darwin", "Glibc", "Musl", "Synchronization"]

    // FEAT-01: Each layer is a target, and a test checks the imports.
    /// The folders of all targets, and the modules that may be imported there.
    private static let layers: [(String, Set<String>)] = [
        ("Sources/DomainKit", system),
        ("Sources/Features/Items/Domain", ["DomainKit"]),
        ("Sources/Features/Profile/Domain", ["DomainKit"]),
        ("Sources/Features/Items/Infrastructure", ["DomainKit", "ItemsDomain", "Nacre", "NacreMacros"]),
        ("Sources/Features/Profile/Infrastructure", ["DomainKit", "ProfileDomain", "Nacre", "NacreMacros"]),
        ("Sources/Features/Auth/Domain", ["DomainKit"]),
        ("Sources/Features/Auth/Infrastructure", ["DomainKit", "AuthDomain", "Nacre", "NacreMacros"]),
        ("Sources/Features/Auth/Secrets", system.union(["DomainKit", "AuthDomain", "LMDB", "CSodium"])),
        ("Sources/Features/API", ["DomainKit"]),
        (
            "Sources/Features/HTTPClient",
            system.union(["DomainKit", "FeatureAPI", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix"])
        ),
        ("Sources/Features/Cache/Answers", ["DomainKit", "Synchronization"]),
        ("Sources/Features/Cache/ReadModels", ["DomainKit", "FeatureCache", "Nacre"]),
        ("Sources/Features/Items/Remote", ["DomainKit", "ItemsDomain", "FeatureAPI", "FeatureCache"]),
        ("Sources/Features/Profile/Remote", ["DomainKit", "ProfileDomain", "FeatureAPI", "FeatureCache"]),
        ("Sources/Features/Auth/Remote", ["DomainKit", "AuthDomain", "FeatureAPI"]),
        ("Sources/Features/Presentation", ["DomainKit", "Observation"]),
        ("Sources/Features/Items/Presentation", ["DomainKit", "ItemsDomain", "PresentationKit", "Observation"]),
        ("Sources/Features/Profile/Presentation", ["DomainKit", "ProfileDomain", "PresentationKit", "Observation"]),
        ("Sources/Features/Auth/Presentation", ["DomainKit", "AuthDomain", "PresentationKit", "Observation"]),
        ("Sources/Features/Auth/Sessions", system.union(["DomainKit", "AuthDomain", "FeatureAPI", "Security"])),
        ("Sources/Nacre", ["DomainKit", "Dispatch", "Synchronization"]),
        ("Sources/Engines/LMDB", system.union(["CLMDB"])),
        (
            "Sources/Engines/NacreLMDB",
            system.union(["DomainKit", "Nacre", "LMDB", "CXXHash", "CPrefetch", "Logging", "CoreMetrics"])
        ),
        (
            "Sources/Engines/NacreReplicated",
            system.union(["DomainKit", "Nacre", "NacreLMDB", "Logging", "CoreMetrics"])
        ),
        (
            "Sources/Engines/NacreEtcd",
            [
                "DomainKit", "NacreReplicated", "GRPCCore", "GRPCNIOTransportHTTP2", "GRPCProtobuf", "NIOCore",
                "NIOSSL", "SwiftProtobuf", "Synchronization",
            ]
        ),
        ("Sources/System/Traits/Etcd", []),
        ("Sources/System/Traits/NATS", []),
        ("Sources/Engines/NacreNATS", system.union(["DomainKit", "Nacre", "NacreReplicated", "CNATS"])),
        ("Sources/NacreMacros", ["Nacre"]),
        (
            "Sources/NacreMacrosPlugin",
            [
                "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
                "SwiftSyntaxMacros",
            ]
        ),
        ("Sources/System/Traits/Macros", []),
        ("Sources/NacreServices", ["DomainKit", "Nacre", "Logging", "ServiceLifecycle"]),
        ("Sources/NacreTesting", ["DomainKit", "Nacre", "Dispatch", "Synchronization", "Testing"]),
        ("Sources/NacreRuntime", ["DomainKit", "Nacre", "Logging", "Synchronization"]),
        (
            "Sources/NacreTool",
            system.union([
                "DomainKit", "Nacre", "NacreRuntime", "CLibMD", "CMalloc", "ArgumentParser", "Logging", "Dispatch",
            ])
        ),
        ("Sources/HTMLRendering", ["Mustache", "CLibMD"]),
        (
            "Sources/NacreInspector",
            [
                "DomainKit", "Nacre", "NacreRuntime", "NacreTool", "HTMLRendering", "ArgumentParser", "HTTPTypes",
                "Hummingbird", "HummingbirdCore", "Logging", "NIOCore", "ServiceLifecycle", "UnixSignals",
            ]
        ),
        (
            "Sources/Shell/Application",
            [
                "DomainKit", "Nacre", "NacreRuntime", "ItemsDomain", "ItemsInfrastructure", "ProfileDomain",
                "ProfileInfrastructure", "AuthDomain", "AuthInfrastructure", "Logging", "Synchronization",
            ]
        ),
        (
            "Sources/Shell/Server",
            [
                "DomainKit", "Nacre", "NacreRuntime", "NacreServices", "FeatureAPI", "ItemsDomain", "ItemsRemote",
                "ProfileDomain", "ProfileRemote", "AuthDomain", "AuthRemote", "CLibMD", "Shell", "Synchronization",
                "CoreMetrics", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "Logging", "NIOCore",
                "NIOPosix", "NIOSSL", "ServiceLifecycle", "Tracing", "UnixSignals",
            ]
        ),
        (
            "Sources/Shell/Presentation",
            [
                "DomainKit", "FeatureAPI", "ItemsDomain", "ItemsPresentation", "ItemsRemote", "ProfileDomain",
                "ProfilePresentation", "ProfileRemote", "AuthDomain", "AuthPresentation", "AuthRemote",
                "PresentationKit", "Shell", "Observation",
            ]
        ),
        (
            "Sources/Shell/Pages",
            [
                "DomainKit", "Nacre", "FeatureAPI", "ItemsDomain", "ItemsPresentation", "ProfilePresentation",
                "AuthDomain", "AuthPresentation", "PresentationKit", "HTMLRendering", "ShellPresentation",
                "ShellServer",
                "Observation", "ServiceLifecycle", "Synchronization",
            ]
        ),
        (
            "Sources/Shell/Command",
            system.union([
                "DomainKit", "ItemsDomain", "ProfileDomain", "AuthDomain", "AuthInfrastructure", "AuthPresentation",
                "AuthSecrets", "AuthRemote", "AuthSessions", "PresentationKit", "FeatureAPI", "FeatureCache",
                "FeatureHTTPClient", "FeatureReadModelCache", "Nacre", "NacreLMDB", "NacreRuntime", "NacreTool",
                "ItemsRemote", "ProfileRemote", "Shell", "ShellPages", "ShellPresentation", "ShellServer",
                "NacreInspector", "NacreReplicated", "NacreEtcd", "NacreNATS", "ArgumentParser", "Logging",
            ])
        ),
        ("Sources/System/Traits/Tool", []),
        ("Sources/System/Traits/Services", []),
        ("Sources/System/Traits/Server", []),
    ]

    /// The same for the tutorial, which is a package of its own.
    private static let tutorial: [(String, Set<String>)] = [
        ("Tests/Tutorial/Notes/Domain", ["DomainKit"]),
        ("Tests/Tutorial/Notes/Infrastructure", ["DomainKit", "NotesDomain", "Nacre"]),
        ("Tests/Tutorial/Notes/Root", ["DomainKit", "NotesDomain", "NotesInfrastructure", "Nacre"]),
        ("Tests/Tutorial/Bank/Domain", ["DomainKit"]),
        ("Tests/Tutorial/Bank/Root", ["DomainKit", "BankDomain", "Nacre", "NacreRuntime"]),
    ]

    /// The same for what drives a browser in tests: of the features it has the HTTP client, and no screen.
    private static let browser: [(String, Set<String>)] = [
        (
            "Tests/Shell/BrowserTesting",
            [
                "DomainKit", "FeatureAPI", "FeatureHTTPClient", "ChildProcesses", "TestFolders", "TestTraits",
                "Synchronization",
            ]
        )
    ]

    private let manifest: Manifest
    private let manifestText: String

    init() throws {
        manifestText = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        manifest = Manifest(of: manifestText)
    }

    @Test(arguments: layers + tutorial + browser)
    func `a layer imports only what the dependency rule allows`(
        folder: String, allowed: Set<String>
    ) throws {
        let imported = try Self.imports(in: Self.root.appending(path: folder))
        #expect(imported.subtracting(allowed.union(Self.values)) == [])
    }

    @Test func `every target except tests has a rule`() {
        let folders = manifest.targets.filter { !$0.isTest }.map(\.folder).filter { $0.hasPrefix("Sources/") }
        #expect(Set(folders) == Set(Self.layers.map(\.0)))
        // A target declared in another form would not be found, and not be checked.
        #expect(manifest.targets.count == manifestText.matches(of: /(?:\.t|T)arget\(|\.macro\(/).count)
        #expect(manifest.products.count == manifestText.matches(of: /\.(?:library|executable)\(/).count)
    }

    @Test func `only the services, the servers and the pages depend on the service library`() throws {
        let services: Set<String> = ["NacreServices", "ServicesTrait", "swift-service-lifecycle"]
        try #require(manifest.products.count > 5)
        for (product, targets) in manifest.products {
            let built = manifest.closure(of: targets)
            let isService = ["NacreServices", "ShellServer", "nacre"].contains(product)
            // The inspector runs no followers.
            let isServer = product == "NacreInspector"
            let expected = isService ? services : isServer ? ["swift-service-lifecycle"] : []
            #expect(services.intersection(built) == expected, "\(product)")
        }
        let users = [
            "Sources/NacreServices", "Sources/Shell/Server", "Sources/Shell/Pages", "Sources/NacreInspector",
        ]
        for (folder, _) in Self.layers where !users.contains(folder) {
            let imported = try Self.imports(in: Self.root.appending(path: folder))
            #expect(imported.isDisjoint(with: ["ServiceLifecycle", "UnixSignals", "NacreServices"]), "\(folder)")
        }
    }

    @Test func `only the application, the benchmarks and the features themselves name a feature`() throws {
        let features: Set<String> = [
            "ItemsDomain", "ItemsInfrastructure", "ItemsRemote", "ProfileDomain", "ProfileInfrastructure",
            "ProfileRemote", "AuthDomain", "AuthInfrastructure", "AuthSecrets", "AuthRemote", "AuthSessions",
            "FeatureAPI", "FeatureHTTPClient", "FeatureCache", "FeatureReadModelCache", "PresentationKit",
            "ItemsPresentation", "ProfilePresentation", "AuthPresentation",
        ]
        let folders = Set(Self.layers.map(\.0)).union(["Tests"])
        var judged = 0
        for folder in folders {
            for (file, modules) in try Self.files(in: Self.root.appending(path: folder)) {
                let path = String(file.path().dropFirst(Self.root.path().count))
                // The inspector is tested on histories of the application, with its features.
                let naming = [
                    "Sources/Features/", "Sources/Shell/", "Tests/Features/", "Tests/Shell/",
                    "Tests/NacreInspectorTests/",
                ]
                if naming.contains(where: path.hasPrefix) {
                    judged += modules.isDisjoint(with: features) ? 0 : 1
                } else {
                    #expect(
                        modules.isDisjoint(with: features.union(["Shell", "NacreCLI", "FeatureTesting"])), "\(path)")
                }
            }
        }
        // The search finds them where they are allowed.
        #expect(judged > 20)
    }

    // SEC-01: libsodium supplies hashing and sealing, and no library product links it.
    @Test func `no library product depends on libsodium`() throws {
        #expect(manifest.closure(of: ["AuthSecretsTests"]).isSuperset(of: ["AuthSecrets", "CSodium"]))
        for (product, targets) in manifest.products where product != "nacre" {
            #expect(!manifest.closure(of: targets).contains("CSodium"), "\(product)")
        }
    }

    @Test func `only the servers, the pages and the clients depend on their libraries`() throws {
        let shared: Set<String> = ["ServerTrait", "swift-nio"]
        let server = shared.union([
            "ShellServer", "hummingbird", "swift-http-types", "swift-nio-ssl", "swift-distributed-tracing",
        ])
        let client = shared.union(["FeatureHTTPClient", "async-http-client"])
        let pages: Set<String> = ["ShellPages", "swift-mustache"]
        let inspector = shared.union(["hummingbird", "swift-http-types", "swift-mustache"])
        // The client of etcd answers pings itself.
        let etcd: Set<String> = ["swift-nio", "swift-nio-ssl"]
        let all = server.union(client).union(pages)
        let libraries = [
            "ShellServer": server, "ShellClient": client, "NacreInspector": inspector, "nacre": all, "NacreEtcd": etcd,
        ]
        for (product, targets) in manifest.products {
            let built = manifest.closure(of: targets)
            #expect(all.intersection(built) == libraries[product, default: []], "\(product)")
        }
    }

    @Test func `no product depends on the subprocess library of the tests`() {
        for (product, targets) in manifest.products {
            #expect(manifest.closure(of: targets).isDisjoint(with: ["swift-subprocess", "swift-system"]), "\(product)")
        }
        #expect(manifest.closure(of: ["NacreLMDBTests"]).isSuperset(of: ["swift-subprocess", "swift-system"]))
    }

    @Test func `indirect dependencies of a target are found`() {
        let manifest = Manifest(
            of: """
                .library(name: "Shop", targets: ["Shop", "Till"]),
                .target(name: "Paper"),
                .target(
                    name: "Till",
                    dependencies: [
                        "Paper", .product(name: "Coins", package: "swift-coins"),
                    ],
                    path: "Sources/Shop/Till"),
                .executableTarget(name: "Shop", dependencies: ["Till"], path: "Shop"),
                .testTarget(name: "ShopTests", dependencies: ["Shop"], exclude: ["Golden"]),
                """)
        #expect(manifest.targets.map(\.folder) == ["Sources/Paper", "Sources/Shop/Till", "Shop", "Tests/ShopTests"])
        #expect(manifest.products == ["Shop": ["Shop", "Till"]])
        #expect(manifest.closure(of: ["ShopTests"]) == ["ShopTests", "Shop", "Till", "Paper", "swift-coins"])
        #expect(manifest.closure(of: ["Paper"]) == ["Paper"])
    }

    @Test func `imports with attributes and access levels are found`() {
        let source =
            "public import A\n@testable import B\n    internal import struct C.D\n// import E\nlet f = 0\nimport G.H\n    import with f"
        #expect(Self.imports(of: source) == ["A", "B", "C", "G"])
    }

    /// The modules that the Swift files of a folder import.
    private static func imports(in folder: URL) throws -> Set<String> {
        try files(in: folder).reduce(into: []) { $0.formUnion($1.modules) }
    }

    /// The Swift files of a folder with the modules that they import.
    private static func files(in folder: URL) throws -> [(file: URL, modules: Set<String>)] {
        let found = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var files: [(file: URL, modules: Set<String>)] = []
        for case let file as URL in found where file.pathExtension == "swift" && !file.path().contains("/.build/") {
            files.append((file, imports(of: try String(contentsOf: file, encoding: .utf8))))
        }
        try #require(!files.isEmpty, "no Swift file was found in \(folder.path())")
        return files
    }

    private static func imports(of source: String) -> Set<String> {
        Set(
            source.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
                    words[..<place].allSatisfy({ modifiers.contains($0) })
                else { return nil }
                let isOfOneKind = kinds.contains(words[place + 1]) && place + 2 < words.count
                // A module's name begins with a capital; in prose, "import" may begin a line, too.
                return words[place + (isOfOneKind ? 2 : 1)].split(separator: ".").first.map(String.init)
                    .flatMap { $0.first?.isUppercase == true ? $0 : nil }
            })
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "@testable", "@_exported", "@preconcurrency",
        "@_implementationOnly",
    ]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]
}
