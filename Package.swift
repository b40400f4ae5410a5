// swift-tools-version: 6.2
import PackageDescription

/// The plugin that makes the documentation, for whoever sets NACRE_DOCUMENTATION: nobody else fetches it.
let documentation: [Package.Dependency] =
    Context.environment["NACRE_DOCUMENTATION"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

/// Every target is held to the same language: Swift 6 mode, the upcoming features on, warnings are errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// For the modules that define `~Escapable` views of mapped bytes.
let lifetimes: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

let package = Package(
    name: "nacre",
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "Nacre", targets: ["Nacre"]),
        .library(name: "NacreLMDB", targets: ["NacreLMDB"]),
        .library(name: "NacreServices", targets: ["NacreServices"]),
        .library(name: "NacreTesting", targets: ["NacreTesting"]),
        .library(name: "DomainKit", targets: ["DomainKit"]),
        .library(name: "Kernel", targets: ["Kernel", "ItemsDomain", "ItemsInfrastructure", "ProfileDomain"]),
        .executable(name: "nacre", targets: ["NacreCLI"]),
    ],
    dependencies: documentation + [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // For the tests alone: whoever uses a library of the package fetches neither.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // System libraries.
        .systemLibrary(
            name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
        .systemLibrary(
            name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
        .systemLibrary(
            name: "CLibMD", pkgConfig: "libmd", providers: [.apt(["libmd-dev"]), .brew(["libmd"])]),

        // A builtin of the C compiler that Swift has no name for.
        .systemLibrary(name: "CPrefetch"),

        // The event store.
        .target(name: "DomainKit", swiftSettings: strict),
        .target(name: "Nacre", dependencies: ["DomainKit"], swiftSettings: lifetimes),
        .target(name: "LMDB", dependencies: ["CLMDB"], swiftSettings: lifetimes),
        .target(
            name: "NacreLMDB",
            dependencies: [
                "DomainKit", "Nacre", "LMDB", "CXXHash", "CPrefetch", .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: lifetimes),
        .target(
            name: "NacreServices",
            dependencies: [
                "DomainKit", "Nacre", .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .target(name: "NacreTesting", dependencies: ["Nacre", "DomainKit"], swiftSettings: strict),

        // The features: one target per layer, so that the compiler keeps the dependency rule.
        .target(
            name: "ItemsDomain", dependencies: ["DomainKit"],
            path: "Sources/Features/Items/Domain", swiftSettings: strict),
        .target(
            name: "ItemsInfrastructure", dependencies: ["ItemsDomain", "Nacre"],
            path: "Sources/Features/Items/Infrastructure", swiftSettings: strict),
        .target(
            name: "ProfileDomain", dependencies: ["DomainKit"],
            path: "Sources/Features/Profile/Domain", swiftSettings: strict),
        .target(
            name: "ProfileInfrastructure", dependencies: ["ProfileDomain", "Nacre"],
            path: "Sources/Features/Profile/Infrastructure", swiftSettings: strict),

        // The composition root, and the command line on top of it.
        .target(
            name: "Kernel",
            dependencies: [
                "DomainKit", "Nacre", "NacreLMDB",
                "ItemsDomain", "ItemsInfrastructure", "ProfileDomain", "ProfileInfrastructure",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "NacreCLI",
            dependencies: [
                "DomainKit", "ItemsDomain", "ProfileDomain", "Nacre", "Kernel", "CLibMD",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),

        // Tests mirror the sources.
        .testTarget(name: "DomainKitTests", dependencies: ["DomainKit"], swiftSettings: strict),
        .testTarget(
            name: "NacreTests", dependencies: ["TestRandomness", "Nacre", "NacreTesting"],
            exclude: ["Codecs/Golden"], swiftSettings: strict),
        .testTarget(
            name: "LMDBTests", dependencies: ["TestRandomness", "TestTraits", "LMDB", "CLMDB"], swiftSettings: strict),
        .testTarget(
            name: "NacreLMDBTests",
            dependencies: [
                "TestRandomness", "TestTraits", "ChildProcesses", "NacreLMDB", "NacreTesting", "LMDB", "PeerMessages",
                "NacrePeer", "ReadmeListing",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NacreServicesTests",
            dependencies: [
                "TestTraits", "DomainKit", "ItemsDomain", "ProfileDomain", "Nacre", "NacreLMDB", "NacreServices",
                "NacreTesting", "Kernel",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .testTarget(name: "NacreTestingTests", dependencies: ["NacreTesting", "Nacre"], swiftSettings: strict),
        .testTarget(
            name: "ItemsDomainTests",
            dependencies: ["TestRandomness", "ItemsDomain", "FeatureTesting", "NacreTesting"],
            path: "Tests/Features/Items/Domain", swiftSettings: strict),
        .testTarget(
            name: "ItemsInfrastructureTests",
            dependencies: [
                "TestRandomness", "TestTraits", "ItemsInfrastructure", "NacreLMDB", "FeatureTesting", "NacreTesting",
            ],
            path: "Tests/Features/Items/Infrastructure", exclude: ["Events/Golden"], swiftSettings: strict),
        .testTarget(
            name: "ProfileDomainTests",
            dependencies: ["TestRandomness", "ProfileDomain", "FeatureTesting", "NacreTesting"],
            path: "Tests/Features/Profile/Domain", swiftSettings: strict),
        .testTarget(
            name: "ProfileInfrastructureTests",
            dependencies: ["TestTraits", "ProfileInfrastructure", "NacreLMDB", "FeatureTesting", "NacreTesting"],
            path: "Tests/Features/Profile/Infrastructure", exclude: ["Events/Golden"], swiftSettings: strict),
        .testTarget(
            name: "KernelTests",
            dependencies: [
                "TestRandomness", "TestTraits", "Kernel", "FeatureTesting", "NacreTesting", "PeerMessages", "NacrePeer",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NacreCLITests",
            dependencies: [
                "TestTraits", "ChildProcesses", "NacreCLI", "Kernel", "NacreLMDB",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Fixtures", "Help/Stored"], swiftSettings: strict),

        // What is asked of every implementation of the features' protocols, in memory and event-sourced.
        .target(
            name: "FeatureTesting", dependencies: ["DomainKit", "ItemsDomain", "ProfileDomain", "NacreTesting"],
            path: "Tests/FeatureTesting", swiftSettings: strict),

        // What tests have in common: random numbers, how many of them run at once, and the processes that they start.
        .target(name: "TestRandomness", path: "Tests/TestRandomness", swiftSettings: strict),
        .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: strict),
        .target(
            name: "ChildProcesses",
            dependencies: [
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/ChildProcesses", swiftSettings: strict),

        // A second process for the tests of stores that several processes share.
        .target(
            name: "PeerMessages", dependencies: ["ChildProcesses", "Nacre"], path: "Tests/PeerMessages",
            swiftSettings: strict),
        .executableTarget(
            name: "NacrePeer",
            dependencies: [
                "DomainKit", "ProfileDomain", "Kernel", "NacreLMDB", "LMDB", "PeerMessages",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ],
            path: "Tests/NacrePeer", swiftSettings: strict),

        // What runs concurrently, in orders that a seed determines.
        .executableTarget(
            name: "NacreSimulation",
            dependencies: [
                "ChildProcesses", "DomainKit", "Nacre", "NacreTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Verification/Simulation/NacreSimulation", swiftSettings: strict),
        .testTarget(
            name: "NacreSimulationTests", dependencies: ["Nacre", "NacreTesting", "NacreSimulation"],
            path: "Tests/Verification/Simulation/Tests", swiftSettings: strict),

        // The proof of durability: what a loss of power leaves, what a failing disk does, and what a disk that forgets does.
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
                "TestRandomness", "ChildProcesses", "DomainKit", "Nacre", "NacreLMDB", "CDiskRecorder", "DiskTracing",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Verification/PowerLoss", swiftSettings: strict),
        .executableTarget(
            name: "NacreDiskFaults",
            dependencies: [
                "TestRandomness", "ChildProcesses", "DomainKit", "Nacre", "NacreLMDB", "CDiskRecorder", "DiskTracing",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Verification/DiskFaults", swiftSettings: strict),

        // What is in the files behind checksums that fit.
        .executableTarget(
            name: "NacreFuzz",
            dependencies: [
                "TestRandomness", "ChildProcesses", "DomainKit", "Nacre", "NacreLMDB", "LMDB", "CXXHash",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Verification/Fuzzing/NacreFuzz", swiftSettings: strict),

        // Whether a test notices, where the engine's source is another one.
        .executableTarget(
            name: "NacreMutants",
            dependencies: [
                "TestRandomness", "ChildProcesses", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Verification/Mutants", exclude: ["Survivors.txt"], swiftSettings: strict),

        // The tutorial of Docs/AddingAFeature.md: what stands there stands in these targets.
        .target(
            name: "NotesDomain", dependencies: ["DomainKit"],
            path: "Tests/Tutorial/Notes/Domain", swiftSettings: strict),
        .target(
            name: "NotesInfrastructure", dependencies: ["DomainKit", "NotesDomain", "Nacre"],
            path: "Tests/Tutorial/Notes/Infrastructure", swiftSettings: strict),
        .target(
            name: "Notebook", dependencies: ["DomainKit", "NotesDomain", "NotesInfrastructure", "Nacre"],
            path: "Tests/Tutorial/Notes/Root", swiftSettings: strict),
        .testTarget(
            name: "NotesTests",
            dependencies: ["DomainKit", "NotesDomain", "NotesInfrastructure", "Notebook", "Nacre", "NacreTesting"],
            path: "Tests/Tutorial/Notes/Tests", swiftSettings: strict),

        // The README's listings, as they stand there.
        .executableTarget(
            name: "ReadmeListing", dependencies: ["DomainKit", "Nacre", "NacreLMDB"], path: "Tests/ReadmeListing",
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// Only the targets that are named, and what they need: for builds that are slow, as those of the sanitizers (.ci/sanitize).
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
