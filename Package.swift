// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// The documentation plugin, which is fetched only where NACRE_DOCUMENTATION is set (.ci/documentation).
let documentation: [Package.Dependency] =
    Context.environment["NACRE_DOCUMENTATION"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

/// The language settings of every target: upcoming features on, warnings as errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// For the modules that define `~Escapable` views of mapped bytes.
let lifetimes: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

// OPS-20: The engine is compiled with strict memory safety.
/// For the engine, which reads mapped bytes: each unsafe expression is marked `unsafe`, each exempted type states why.
let memorySafe: [SwiftSetting] = lifetimes + [.strictMemorySafety()]

// OPS-18: Optional products are behind package traits that are off by default. The package manager passes several traits to
// the compiler in an order that changes, and rebuilds everything each time. All is a single trait for that reason.
let tool: TargetDependencyCondition? = .when(traits: ["Tool", "All"])
let services: TargetDependencyCondition? = .when(traits: ["Services", "Server", "All"])
let macros: TargetDependencyCondition? = .when(traits: ["Macros", "All"])
let server: TargetDependencyCondition? = .when(traits: ["Server", "All"])
let etcd: TargetDependencyCondition? = .when(traits: ["Etcd", "All"])
let nats: TargetDependencyCondition? = .when(traits: ["NATS", "All"])

let package = Package(
    name: "nacre",
    // OPS-19: The package requires macOS 26.
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "Nacre", targets: ["Nacre"]),
        .library(name: "NacreLMDB", targets: ["NacreLMDB"]),
        .library(name: "NacreReplicated", targets: ["NacreReplicated"]),
        .library(name: "NacreEtcd", targets: ["NacreEtcd"]),
        .library(name: "NacreNATS", targets: ["NacreNATS"]),
        .library(name: "NacreMacros", targets: ["NacreMacros"]),
        .library(name: "NacreServices", targets: ["NacreServices"]),
        .library(name: "NacreTesting", targets: ["NacreTesting"]),
        .library(name: "DomainKit", targets: ["DomainKit"]),
        .library(name: "NacreRuntime", targets: ["NacreRuntime"]),
        .library(name: "NacreTool", targets: ["NacreTool"]),
        .library(name: "NacreInspector", targets: ["NacreInspector"]),
        .library(
            name: "Shell",
            targets: [
                "Shell", "ItemsDomain", "ItemsInfrastructure", "ProfileDomain", "AuthDomain", "AuthInfrastructure",
            ]),
        .library(name: "ShellServer", targets: ["ShellServer"]),
        .library(
            name: "ShellClient",
            targets: [
                "FeatureAPI", "FeatureCache", "FeatureReadModelCache", "FeatureHTTPClient", "ItemsRemote",
                "ProfileRemote", "AuthRemote",
            ]),
        .executable(name: "nacre", targets: ["NacreCLI"]),
    ],
    traits: [
        .trait(name: "All", description: "All of these, as the package's own tests need."),
        .trait(name: "Tool", description: "The command line, as the library NacreTool and as the program nacre."),
        .trait(name: "Macros", description: "NacreMacros, whose macro writes the codec of an enum of events."),
        .trait(
            name: "Server",
            description: """
                ShellServer, which serves the application over HTTP, as the command nacre serve does; ShellClient, the \
                repositories of its clients; with Tool also NacreInspector, which shows a store in the browser.
                """),
        .trait(name: "Etcd", description: "NacreEtcd, which keeps the log of a replicated store in etcd."),
        .trait(name: "NATS", description: "NacreNATS, which keeps the log of a replicated store in NATS JetStream."),
        .trait(name: "Services", description: "NacreServices, which runs followers under swift-service-lifecycle."),
    ],
    dependencies: documentation + [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        // A wide range: all macro packages of a program must agree on one version.
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        // Only the tests use these. Consumers do not fetch them.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // System libraries.
        .systemLibrary(
            name: "CLMDB", path: "Sources/System/CLMDB", pkgConfig: "lmdb",
            providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
        .systemLibrary(
            name: "CXXHash", path: "Sources/System/CXXHash", pkgConfig: "libxxhash",
            providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
        .systemLibrary(
            name: "CLibMD", path: "Sources/System/CLibMD", pkgConfig: "libmd",
            providers: [.apt(["libmd-dev"]), .brew(["libmd"])]),
        .systemLibrary(
            name: "CSodium", path: "Sources/System/CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),

        .systemLibrary(
            name: "CNATS", path: "Sources/System/CNATS", pkgConfig: "libnats",
            providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),

        // The prefetch builtin of the C compiler, which Swift lacks.
        .systemLibrary(name: "CPrefetch", path: "Sources/System/CPrefetch"),
        .systemLibrary(name: "CMalloc", path: "Sources/System/CMalloc"),

        // The event store.
        .target(name: "DomainKit", swiftSettings: strict),
        .target(name: "Nacre", dependencies: ["DomainKit"], swiftSettings: lifetimes),
        .target(name: "LMDB", dependencies: ["CLMDB"], path: "Sources/Engines/LMDB", swiftSettings: memorySafe),
        .target(
            name: "NacreLMDB",
            dependencies: [
                "DomainKit", "Nacre", "LMDB", "CXXHash", "CPrefetch", .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            path: "Sources/Engines/NacreLMDB", swiftSettings: memorySafe),
        // The store on a replicated log, and the logs.
        .target(
            name: "NacreReplicated",
            dependencies: [
                "DomainKit", "Nacre", "NacreLMDB", .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            path: "Sources/Engines/NacreReplicated", swiftSettings: strict),
        .target(
            name: "NacreEtcd",
            dependencies: [
                "EtcdTrait", "DomainKit", "NacreReplicated",
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: etcd),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport", condition: etcd),
                .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf", condition: etcd),
                .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: etcd),
                .product(name: "NIOCore", package: "swift-nio", condition: etcd),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: etcd),
            ],
            path: "Sources/Engines/NacreEtcd", exclude: ["Generated/Protocol"], swiftSettings: strict),
        .target(
            name: "NacreNATS", dependencies: ["NATSTrait", "DomainKit", "Nacre", "NacreReplicated", "CNATS"],
            path: "Sources/Engines/NacreNATS", swiftSettings: memorySafe),
        .target(
            name: "NacreServices",
            dependencies: [
                "ServicesTrait", "DomainKit", "Nacre", .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: services),
            ],
            swiftSettings: strict),
        .target(name: "NacreTesting", dependencies: ["Nacre", "DomainKit"], swiftSettings: strict),

        // Each fails with a compiler error that names the trait which is off.
        .target(name: "ToolTrait", path: "Sources/System/Traits/Tool", swiftSettings: strict),
        .target(name: "MacrosTrait", path: "Sources/System/Traits/Macros", swiftSettings: strict),
        .target(name: "ServerTrait", path: "Sources/System/Traits/Server", swiftSettings: strict),
        .target(name: "NATSTrait", path: "Sources/System/Traits/NATS", swiftSettings: strict),
        .target(name: "EtcdTrait", path: "Sources/System/Traits/Etcd", swiftSettings: strict),
        .target(name: "ServicesTrait", path: "Sources/System/Traits/Services", swiftSettings: strict),

        // The macro that writes codecs, and its compiler plugin.
        .macro(
            name: "NacreMacrosPlugin",
            dependencies: [
                "MacrosTrait",
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
                .product(name: "SwiftParser", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
                .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macros),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macros),
            ],
            swiftSettings: strict),
        .target(name: "NacreMacros", dependencies: ["NacreMacrosPlugin", "Nacre"], swiftSettings: strict),

        // Runs a program's features on a store.
        .target(
            name: "NacreRuntime",
            dependencies: ["DomainKit", "Nacre", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),

        // The command line over a program's features.
        .target(
            name: "NacreTool",
            dependencies: [
                "ToolTrait", "DomainKit", "Nacre", "NacreRuntime", "CLibMD", "CMalloc",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),

        // The features: one target per layer, so that the compiler keeps the dependency rule.
        .target(
            name: "ItemsDomain", dependencies: ["DomainKit"],
            path: "Sources/Features/Items/Domain", swiftSettings: strict),
        .target(
            name: "ItemsInfrastructure", dependencies: ["ItemsDomain", "Nacre", "NacreMacros"],
            path: "Sources/Features/Items/Infrastructure", swiftSettings: strict),
        .target(
            name: "ProfileDomain", dependencies: ["DomainKit"],
            path: "Sources/Features/Profile/Domain", swiftSettings: strict),
        .target(
            name: "ProfileInfrastructure", dependencies: ["ProfileDomain", "Nacre", "NacreMacros"],
            path: "Sources/Features/Profile/Infrastructure", swiftSettings: strict),
        .target(
            name: "AuthDomain", dependencies: ["DomainKit"],
            path: "Sources/Features/Auth/Domain", swiftSettings: strict),
        .target(
            name: "AuthInfrastructure", dependencies: ["AuthDomain", "Nacre", "NacreMacros"],
            path: "Sources/Features/Auth/Infrastructure", swiftSettings: strict),
        // Hashed passwords and sealed secrets. No library product depends on it, so that consumers need no libsodium.
        .target(
            name: "AuthSecrets", dependencies: ["AuthDomain", "DomainKit", "LMDB", "CSodium"],
            path: "Sources/Features/Auth/Secrets", swiftSettings: memorySafe),

        // The messages of the API, which its server and its clients share.
        .target(name: "FeatureAPI", dependencies: ["DomainKit"], path: "Sources/Features/API", swiftSettings: strict),
        // What the clients of the API send their requests with.
        .target(
            name: "FeatureHTTPClient",
            dependencies: [
                "ServerTrait", "DomainKit", "FeatureAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
            ],
            path: "Sources/Features/HTTPClient", swiftSettings: strict),
        // Answers of a server that its clients keep: in memory, or in a store of read models.
        .target(
            name: "FeatureCache", dependencies: ["DomainKit"], path: "Sources/Features/Cache/Answers",
            swiftSettings: strict),
        .target(
            name: "FeatureReadModelCache", dependencies: ["DomainKit", "FeatureCache", "Nacre"],
            path: "Sources/Features/Cache/ReadModels", swiftSettings: strict),
        .target(
            name: "ItemsRemote", dependencies: ["DomainKit", "ItemsDomain", "FeatureAPI", "FeatureCache"],
            path: "Sources/Features/Items/Remote", swiftSettings: strict),
        .target(
            name: "ProfileRemote", dependencies: ["DomainKit", "ProfileDomain", "FeatureAPI", "FeatureCache"],
            path: "Sources/Features/Profile/Remote", swiftSettings: strict),
        .target(
            name: "AuthRemote", dependencies: ["DomainKit", "AuthDomain", "FeatureAPI"],
            path: "Sources/Features/Auth/Remote", swiftSettings: strict),
        // The screens, without a platform: view models, routes and coordinators.
        .target(
            name: "PresentationKit", dependencies: ["DomainKit"], path: "Sources/Features/Presentation",
            swiftSettings: strict),
        .target(
            name: "ItemsPresentation", dependencies: ["DomainKit", "ItemsDomain", "PresentationKit"],
            path: "Sources/Features/Items/Presentation", swiftSettings: strict),
        .target(
            name: "ProfilePresentation", dependencies: ["DomainKit", "ProfileDomain", "PresentationKit"],
            path: "Sources/Features/Profile/Presentation", swiftSettings: strict),
        .target(
            name: "AuthPresentation", dependencies: ["DomainKit", "AuthDomain", "PresentationKit"],
            path: "Sources/Features/Auth/Presentation", swiftSettings: strict),
        // Where clients keep their sessions.
        .target(
            name: "AuthSessions", dependencies: ["DomainKit", "AuthDomain", "FeatureAPI"],
            path: "Sources/Features/Auth/Sessions", swiftSettings: strict),

        // The composition root, and the command line on top of it.
        .target(
            name: "Shell",
            dependencies: [
                "DomainKit", "Nacre", "NacreRuntime",
                "ItemsDomain", "ItemsInfrastructure", "ProfileDomain", "ProfileInfrastructure", "AuthDomain",
                "AuthInfrastructure",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Shell/Application", swiftSettings: strict),
        .target(
            name: "ShellServer",
            dependencies: [
                "ServerTrait", "DomainKit", "Nacre", "NacreRuntime", "FeatureAPI", "ItemsDomain", "ItemsRemote",
                "ProfileDomain", "ProfileRemote", "AuthDomain", "AuthRemote", "CLibMD", "NacreServices",
                "Shell",
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Shell/Server", swiftSettings: strict),
        .target(
            name: "ShellPresentation",
            dependencies: [
                "DomainKit", "Shell", "FeatureAPI", "ItemsDomain", "ItemsPresentation", "ItemsRemote", "ProfileDomain",
                "ProfilePresentation", "ProfileRemote", "AuthDomain", "AuthPresentation", "AuthRemote",
                "PresentationKit",
            ],
            path: "Sources/Shell/Presentation", swiftSettings: strict),
        // What the pages of the application and of the inspector are rendered with.
        .target(
            name: "HTMLRendering",
            dependencies: [
                "ServerTrait", "CLibMD", .product(name: "Mustache", package: "swift-mustache", condition: server),
            ],
            swiftSettings: strict),
        // A store in the browser, read-only.
        .target(
            name: "NacreInspector",
            dependencies: [
                "ServerTrait", "ToolTrait", "DomainKit", "Nacre", "NacreRuntime", "NacreTool", "HTMLRendering",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.embedInCode("Templates"), .embedInCode("Assets")],
            swiftSettings: strict),
        // The screens as pages of a browser.
        .target(
            name: "ShellPages",
            dependencies: [
                "ServerTrait", "DomainKit", "FeatureAPI", "ItemsDomain", "ItemsPresentation", "ProfilePresentation",
                "AuthDomain", "AuthPresentation", "PresentationKit", "HTMLRendering", "Nacre", "ShellPresentation",
                "ShellServer",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ],
            path: "Sources/Shell/Pages",
            resources: [.embedInCode("Templates"), .embedInCode("Assets")],
            swiftSettings: strict),
        .executableTarget(
            name: "NacreCLI",
            dependencies: [
                "DomainKit", "ItemsDomain", "ProfileDomain", "AuthDomain", "AuthInfrastructure", "Nacre", "NacreLMDB",
                "NacreReplicated", "NacreRuntime", "NacreTool", "Shell", .byName(name: "NacreEtcd", condition: etcd),
                .byName(name: "NacreNATS", condition: nats), .byName(name: "NacreInspector", condition: server),
                .byName(name: "ShellServer", condition: server),
                .byName(name: "ShellPages", condition: server), .byName(name: "ShellPresentation", condition: server),
                .byName(name: "AuthPresentation", condition: server),
                .byName(name: "PresentationKit", condition: server),
                .byName(name: "AuthSecrets", condition: server), .byName(name: "AuthSessions", condition: server),
                .byName(name: "AuthRemote", condition: server), .byName(name: "FeatureAPI", condition: server),
                .byName(name: "FeatureCache", condition: server),
                .byName(name: "FeatureReadModelCache", condition: server),
                .byName(name: "FeatureHTTPClient", condition: server),
                .byName(name: "ItemsRemote", condition: server), .byName(name: "ProfileRemote", condition: server),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Shell/Command", swiftSettings: strict),

        // Tests mirror the sources.
        .testTarget(
            name: "PackageTests", dependencies: ["ChildProcesses", "DocumentationPages"], swiftSettings: strict),
        .testTarget(name: "DomainKitTests", dependencies: ["DomainKit"], swiftSettings: strict),
        .testTarget(
            name: "NacreTests", dependencies: ["TestRandomness", "Nacre", "NacreTesting"],
            exclude: ["Codecs/Golden"], swiftSettings: strict),
        .testTarget(
            name: "LMDBTests", dependencies: ["TestFolders", "TestRandomness", "TestTraits", "LMDB", "CLMDB"],
            path: "Tests/Engines/LMDBTests", swiftSettings: strict),
        .testTarget(
            name: "NacreLMDBTests",
            dependencies: [
                "TestFolders", "TestRandomness", "TestTraits", "ChildProcesses", "NacreLMDB", "NacreTesting", "LMDB",
                "PeerMessages", "NacrePeer", "ReadmeListing",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            path: "Tests/Engines/NacreLMDBTests", swiftSettings: strict),
        .testTarget(
            name: "NacreReplicatedTests",
            dependencies: [
                "FaultyNodes", "TestFolders", "TestRandomness", "TestTraits", "DomainKit", "Nacre", "NacreLMDB",
                "NacreReplicated", "NacreTesting",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            path: "Tests/Engines/NacreReplicatedTests", swiftSettings: strict),
        .testTarget(
            name: "NacreEtcdTests",
            dependencies: [
                "ReplicatedLogServers", "TestCertificates", "TestFolders", "TestTraits", "ChildProcesses", "DomainKit",
                "Nacre", "NacreReplicated", "NacreEtcd", "NacreTesting",
                .product(name: "NIOCore", package: "swift-nio", condition: etcd),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: etcd),
            ],
            path: "Tests/Engines/NacreEtcdTests", swiftSettings: strict),
        .testTarget(
            name: "NacreNATSTests",
            dependencies: [
                "ReplicatedLogServers", "TestFolders", "TestTraits", "TestCertificates", "ChildProcesses", "DomainKit",
                "NacreReplicated", "NacreNATS",
            ],
            path: "Tests/Engines/NacreNATSTests", swiftSettings: strict),
        .testTarget(
            name: "NacreServicesTests",
            dependencies: [
                "TestTraits", "DomainKit", "Nacre", "NacreLMDB", "NacreServices", "NacreTesting",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: services),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle", condition: services),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: services),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NacreRuntimeTests",
            dependencies: [
                "NacreRuntime", "Nacre", "NacreLMDB", "NacreTesting", "TestStores",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ],
            swiftSettings: strict),
        // No test target depends on the macro's plugin: it, and all tests with it, would be built for the host.
        .testTarget(
            name: "NacreMacrosTests",
            dependencies: ["ChildProcesses", "NacreMacros", "DomainKit", "Nacre", "NacreTesting"],
            exclude: ["Layouts"], swiftSettings: strict),
        .testTarget(
            name: "NacreTestingTests", dependencies: ["TestStores", "NacreTesting", "Nacre"], swiftSettings: strict),
        .testTarget(
            name: "ItemsDomainTests",
            dependencies: ["TestRandomness", "ItemsDomain", "FeatureTesting", "NacreTesting"],
            path: "Tests/Features/Items/Domain", swiftSettings: strict),
        .testTarget(
            name: "ItemsInfrastructureTests",
            dependencies: [
                "TestRandomness", "TestTraits", "ItemsInfrastructure", "NacreLMDB", "FeatureTesting", "NacreTesting",
            ],
            path: "Tests/Features/Items/Infrastructure", exclude: ["Events/Golden", "Events/Layouts"],
            swiftSettings: strict),
        .testTarget(
            name: "ProfileDomainTests",
            dependencies: ["TestRandomness", "ProfileDomain", "FeatureTesting", "NacreTesting"],
            path: "Tests/Features/Profile/Domain", swiftSettings: strict),
        .testTarget(
            name: "ProfileInfrastructureTests",
            dependencies: ["TestTraits", "ProfileInfrastructure", "NacreLMDB", "FeatureTesting", "NacreTesting"],
            path: "Tests/Features/Profile/Infrastructure", exclude: ["Events/Golden", "Events/Layouts"],
            swiftSettings: strict),
        .testTarget(
            name: "AuthDomainTests",
            dependencies: ["AuthDomain", "FeatureTesting", "NacreTesting"],
            path: "Tests/Features/Auth/Domain", swiftSettings: strict),
        .testTarget(
            name: "AuthInfrastructureTests",
            dependencies: [
                "TestTraits", "AuthInfrastructure", "AuthSecrets", "NacreLMDB", "FeatureTesting", "NacreTesting",
            ],
            path: "Tests/Features/Auth/Infrastructure", exclude: ["Events/Golden", "Events/Layouts"],
            swiftSettings: strict),
        .testTarget(
            name: "AuthSecretsTests",
            dependencies: [
                "TestFolders", "TestRandomness", "TestTraits", "ChildProcesses", "DomainKit", "AuthDomain",
                "AuthSecrets", "AuthInfrastructure", "Nacre", "NacreLMDB", "FeatureTesting", "NacreTesting",
                "PeerMessages", "AuthPeer",
            ],
            path: "Tests/Features/Auth/Secrets", swiftSettings: strict),
        .executableTarget(
            name: "AuthPeer", dependencies: ["DomainKit", "AuthDomain", "AuthSecrets"],
            path: "Tests/Features/Auth/Peer", swiftSettings: strict),
        .testTarget(
            name: "AuthSessionsTests", dependencies: ["TestFolders", "AuthDomain", "AuthSessions", "FeatureAPI"],
            path: "Tests/Features/Auth/Sessions", swiftSettings: strict),
        .testTarget(
            name: "FeatureAPITests", dependencies: ["DomainKit", "FeatureAPI"], path: "Tests/Features/API",
            swiftSettings: strict),
        .testTarget(
            name: "FeatureRemoteTests",
            dependencies: [
                "DomainKit", "FeatureAPI", "ItemsDomain", "ItemsRemote", "ProfileDomain", "ProfileRemote", "AuthDomain",
                "AuthRemote",
            ],
            path: "Tests/Features/Remote", swiftSettings: strict),
        .testTarget(
            name: "FeatureCacheTests",
            dependencies: [
                "CacheTesting", "TestFolders", "TestTraits", "DomainKit", "FeatureCache", "FeatureReadModelCache",
                "FeatureTesting", "ItemsDomain", "ItemsRemote", "ProfileDomain", "ProfileRemote", "Nacre", "NacreLMDB",
                "NacreRuntime", "NacreTesting", "Shell",
            ],
            path: "Tests/Features/Cache", swiftSettings: strict),
        .testTarget(
            name: "FeaturePresentationTests",
            dependencies: [
                "DomainKit", "PresentationKit", "PresentationTesting", "ItemsDomain", "ItemsPresentation",
                "ProfileDomain", "ProfilePresentation", "AuthDomain", "AuthPresentation", "FeatureTesting",
                "NacreTesting", "TestRandomness",
            ],
            path: "Tests/Features/Presentation", swiftSettings: strict),
        .testTarget(
            name: "ShellPresentationTests",
            dependencies: [
                "DomainKit", "PresentationKit", "PresentationTesting", "ItemsDomain", "ItemsPresentation",
                "ProfileDomain", "ProfilePresentation", "AuthDomain", "AuthPresentation", "FeatureTesting",
                "NacreTesting", "TestRandomness", "Shell", "ShellPresentation",
            ],
            path: "Tests/Shell/Presentation", swiftSettings: strict),
        .testTarget(
            name: "ShellServerTests",
            dependencies: [
                "CacheTesting", "TestCertificates", "TestFolders", "TestMailServer", "TestRandomness", "TestTraits",
                "DomainKit", "FeatureAPI", "FeatureCache", "FeatureHTTPClient", "FeatureTesting", "ItemsDomain",
                "ItemsRemote",
                "ProfileDomain", "ProfileRemote", "AuthDomain", "AuthInfrastructure", "AuthRemote", "AuthSecrets",
                "Nacre", "NacreLMDB", "NacreRuntime", "NacreTesting", "Shell", "ShellServer",
                "ShellPresentation", "PresentationKit", "PresentationTesting", "ItemsPresentation",
                "ProfilePresentation",
                "AuthPresentation",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ],
            path: "Tests/Shell/Server", swiftSettings: strict),
        .testTarget(
            name: "ShellPagesTests",
            dependencies: [
                "BrowserTesting", "AuthInfrastructure", "ChildProcesses", "TestFolders", "TestCertificates",
                "TestTraits", "DomainKit", "FeatureAPI", "FeatureTesting", "ItemsDomain", "ItemsPresentation",
                "ProfileDomain", "ProfilePresentation", "AuthDomain", "AuthPresentation", "PresentationKit", "Nacre",
                "NacreRuntime", "Shell", "ShellPages", "ShellPresentation", "ShellServer",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Shell/Pages", swiftSettings: strict),
        .testTarget(
            name: "ShellTests",
            dependencies: [
                "TestRandomness", "TestTraits", "Shell", "NacreRuntime", "NacreLMDB", "NacreServices", "FeatureTesting",
                "NacreTesting", "PeerMessages", "NacrePeer", "ShellPeer",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: services),
            ],
            path: "Tests/Shell/Application", swiftSettings: strict),
        .testTarget(
            name: "NacreToolTests",
            dependencies: [
                "TestFolders", "TestRandomness", "TestStores", "TestTraits", "ToolTesting", "DomainKit", "Nacre",
                "NacreRuntime", "NacreTesting", "NacreTool",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NacreInspectorTests",
            dependencies: [
                "BrowserTesting", "ChildProcesses", "TestFolders", "TestStores", "TestTraits", "ToolTesting",
                "DomainKit", "Nacre", "NacreLMDB", "NacreRuntime", "NacreTool", "NacreInspector", "NacreCLI",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/NacreInspectorTests", swiftSettings: strict),
        .testTarget(
            name: "NacreCLITests",
            dependencies: [
                "CacheTesting", "TestCertificates", "TestFolders", "TestMailServer", "TestRandomness", "TestTraits",
                "ToolTesting", "ChildProcesses", "DomainKit", "FeatureAPI", "FeatureCache", "FeatureHTTPClient",
                "ItemsDomain",
                "ItemsRemote", "AuthDomain", "AuthRemote", "AuthSecrets", "AuthSessions", "NacreCLI", "NacreTool",
                "NacreRuntime", "NacreTesting", "Shell", "NacreLMDB", "ReadmeCommand", "DocumentationPages",
                "PeerMessages", "ShellPeer", "BrowserTesting",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
            ],
            path: "Tests/Shell/Command", exclude: ["Help/Stored", "EndToEnd/Extracted/RenamedFile.ndjson"],
            swiftSettings: strict),

        // Conformance tests of the features' protocols, for the implementations in memory and on a store.
        .target(
            name: "FeatureTesting",
            dependencies: [
                "DomainKit", "ItemsDomain", "ProfileDomain", "AuthDomain", "NacreTesting", "TestRandomness",
            ],
            path: "Tests/Features/FeatureTesting", swiftSettings: strict),

        // Mocks of use cases for tests of screens: they wait and fail when a test says so.
        .target(
            name: "PresentationTesting", dependencies: ["DomainKit", "PresentationKit"],
            path: "Tests/Features/PresentationTesting", swiftSettings: strict),

        // Caches of answers, for tests of cached repositories.
        .target(
            name: "CacheTesting",
            dependencies: ["TestFolders", "FeatureCache", "FeatureReadModelCache", "Nacre", "NacreLMDB"],
            path: "Tests/Features/CacheTesting", swiftSettings: strict),

        // Shared by tests: random numbers, a store, a limit of concurrent tests, folders, a certificate, child processes.
        .target(name: "TestRandomness", path: "Tests/TestRandomness", swiftSettings: strict),
        .target(name: "TestStores", dependencies: ["Nacre"], path: "Tests/TestStores", swiftSettings: strict),
        .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: strict),
        .target(name: "TestFolders", path: "Tests/TestFolders", swiftSettings: strict),
        .target(
            name: "TestCertificates", dependencies: ["TestFolders"], path: "Tests/TestCertificates",
            swiftSettings: strict),
        .target(
            name: "TestMailServer", dependencies: ["ChildProcesses", "TestCertificates", "TestFolders"],
            path: "Tests/TestMailServer", exclude: ["server.py"], swiftSettings: strict),

        // A browser, driven by tests.
        .target(
            name: "BrowserTesting",
            dependencies: [
                "ServerTrait", "ChildProcesses", "DomainKit", "FeatureAPI", "FeatureHTTPClient", "TestFolders",
                "TestTraits",
            ],
            path: "Tests/Shell/BrowserTesting", swiftSettings: strict),

        // Shared by tests of command lines: captured output, sample events.
        .target(
            name: "ToolTesting", dependencies: ["TestFolders", "DomainKit", "Nacre", "NacreTool"],
            path: "Tests/ToolTesting", swiftSettings: strict),
        .target(
            name: "ChildProcesses",
            dependencies: [
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/ChildProcesses", swiftSettings: strict),

        // Servers of replicated logs, which tests start, kill and pause; and nodes with planted faults.
        .target(
            name: "ReplicatedLogServers",
            dependencies: [
                "ChildProcesses", "TestCertificates", "TestFolders", "NacreReplicated", "NacreEtcd", "NacreNATS",
            ],
            path: "Tests/ReplicatedLogServers", swiftSettings: strict),
        .target(
            name: "FaultyNodes", dependencies: ["Nacre", "NacreLMDB", "NacreReplicated"], path: "Tests/FaultyNodes",
            swiftSettings: strict),

        // The second process in tests of stores that several processes share.
        .target(
            name: "PeerMessages", dependencies: ["ChildProcesses", "Nacre", "NacreLMDB"], path: "Tests/PeerMessages",
            swiftSettings: strict),
        .executableTarget(
            name: "NacrePeer",
            dependencies: [
                "DomainKit", "Nacre", "NacreLMDB", "LMDB", "CLMDB", "PeerMessages",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ],
            path: "Tests/NacrePeer", swiftSettings: strict),
        .executableTarget(
            name: "ShellPeer",
            dependencies: [
                "DomainKit", "Nacre", "NacreLMDB", "NacreRuntime", "ProfileDomain", "AuthDomain", "AuthInfrastructure",
                "AuthSecrets", "Shell", "PeerMessages",
            ],
            path: "Tests/Shell/Peer", swiftSettings: strict),

        // Concurrent code, run in schedules that a seed determines.
        .executableTarget(
            name: "NacreSimulation",
            dependencies: [
                "ChildProcesses", "DomainKit", "Nacre", "NacreTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
            ],
            path: "Tests/Verification/Simulation/NacreSimulation", swiftSettings: strict),
        .testTarget(
            name: "NacreSimulationTests", dependencies: ["Nacre", "NacreTesting", "NacreSimulation"],
            path: "Tests/Verification/Simulation/Tests", swiftSettings: strict),

        // The journal of a store, which processes open, use and leave in orders that a seed determines.
        .target(
            name: "CStepping", path: "Tests/Verification/CStepping",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .executableTarget(
            name: "NacreJournalSimulation",
            dependencies: [
                "TestFolders", "TestRandomness", "DomainKit", "Nacre", "NacreLMDB", "LMDB", "CStepping",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
            ],
            path: "Tests/Verification/JournalSimulation", swiftSettings: strict),

        // The proof of durability: lost power, failing disks, and disks that lose or alter pages.
        .target(
            name: "CDiskRecorder", path: "Tests/Verification/CDiskRecorder",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "DiskTracing",
            dependencies: [
                "Nacre", "NacreLMDB", "CDiskRecorder", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Verification/DiskTracing", swiftSettings: strict),
        .executableTarget(
            name: "NacrePowerLoss",
            dependencies: [
                "TestFolders", "TestRandomness", "ChildProcesses", "DomainKit", "Nacre", "NacreLMDB", "CDiskRecorder",
                "DiskTracing",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
            ],
            path: "Tests/Verification/PowerLoss", swiftSettings: strict),
        .executableTarget(
            name: "NacreDiskFaults",
            dependencies: [
                "TestFolders", "TestRandomness", "ChildProcesses", "DomainKit", "Nacre", "NacreLMDB", "CDiskRecorder",
                "DiskTracing",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
            ],
            path: "Tests/Verification/DiskFaults", swiftSettings: strict),

        // The proof of the replicated store: real servers and nodes that are killed, paused and cut off.
        // ConsistencyChecking has the sources of the harness, which is a package of its own, by symbolic links.
        .target(
            name: "ConsistencyChecking", dependencies: ["Nacre"], path: "Tests/Verification/ConsistencyChecking",
            swiftSettings: strict),
        .executableTarget(
            name: "NacreClusterFaults",
            dependencies: [
                "ChildProcesses", "ConsistencyChecking", "FaultyNodes", "ReplicatedLogServers", "TestFolders",
                "TestRandomness", "DomainKit", "Nacre", "NacreLMDB", "NacreReplicated", "NacreEtcd", "NacreNATS",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
            ],
            path: "Tests/Verification/ClusterFaults", swiftSettings: strict),

        // Fuzzing of stored values behind valid checksums.
        .executableTarget(
            name: "NacreFuzz",
            dependencies: [
                "TestFolders", "TestRandomness", "ChildProcesses", "DomainKit", "Nacre", "NacreLMDB", "LMDB", "CXXHash",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
            ],
            path: "Tests/Verification/Fuzzing/NacreFuzz", swiftSettings: strict),

        // Mutation testing: mutants of the engine's source must fail a test.
        .executableTarget(
            name: "NacreMutants",
            dependencies: [
                "TestRandomness", "ChildProcesses",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
            ],
            path: "Tests/Verification/Mutants", exclude: ["Survivors.txt"], swiftSettings: strict),

        // What tests read of the documentation: pages, listings, calls of programs.
        .target(name: "DocumentationPages", path: "Tests/Documentation/Pages", swiftSettings: strict),

        // The listings of the articles: all are compiled, and those about testing run.
        .target(
            name: "Listings",
            dependencies: [
                "DomainKit", "Nacre", "NacreLMDB", "NacreReplicated", "NacreRuntime", "NacreServices", "NacreTesting",
                "NacreTool", .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: services),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: services),
            ],
            path: "Tests/Documentation/Listings", swiftSettings: strict),
        .testTarget(
            name: "TestingListings",
            dependencies: ["DomainKit", "Nacre", "NacreLMDB", "NacreRuntime", "NacreTesting"],
            path: "Tests/Documentation/TestingListings", exclude: ["Layouts"], swiftSettings: strict),
        .target(
            name: "MacroListings", dependencies: ["DomainKit", "Nacre", "NacreMacros"],
            path: "Tests/Documentation/MacroListings", swiftSettings: strict),

        // The README's listings, verbatim.
        .executableTarget(
            name: "ReadmeListing", dependencies: ["DomainKit", "Nacre", "NacreLMDB", "NacreRuntime"],
            path: "Tests/ReadmeListing",
            swiftSettings: strict),
        .executableTarget(
            name: "ReadmeCommand", dependencies: ["DomainKit", "Nacre", "NacreLMDB", "NacreRuntime", "NacreTool"],
            path: "Tests/ReadmeCommand", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// OPS-21: CI's other builds are partial and run in the background.
// Keeps only the named targets and their dependencies: .ci/sanitize, .ci/optimized.
if let names = Context.environment["NACRE_TARGETS"] {
    var needed: Set<String> = []
    var roots = names.split(separator: ",").map(String.init)
    while let name = roots.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let name, _) in target.dependencies { roots.append(name) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
// Of the engine's tests, compiles only these folders: .ci/sanitize --quick. Helpers of several folders are in Support.
if let folders = Context.environment["NACRE_TEST_FOLDERS"] {
    package.targets.first { $0.name == "NacreLMDBTests" }?.sources = folders.split(separator: ",").map(String.init)
}

// The compiler gets the macro's plugin from a debug build, so that swift-syntax is not optimized for it: .ci/optimized,
// .ci/tutorial.
if Context.environment["NACRE_PLUGIN_GIVEN"] != nil {
    package.targets.removeAll { $0.name == "NacreMacrosPlugin" }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let url, _) = dependency.kind else { return false }
        return url.hasSuffix("/swift-syntax")
    }
    for target in package.targets {
        target.dependencies.removeAll { if case .byNameItem("NacreMacrosPlugin", _) = $0 { true } else { false } }
    }
}
