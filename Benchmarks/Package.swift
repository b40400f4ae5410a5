// swift-tools-version: 6.2
import PackageDescription

/// The same language as the package that is measured.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "nacre-benchmarks",
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "nacre-bench", targets: ["NacreBench"])
    ],
    dependencies: [
        .package(name: "nacre", path: "..", traits: ["All"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // PostgreSQL's client library.
        .systemLibrary(
            name: "CLIBPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

        // The ceilings: C code that only writes and reads the same bytes, with LMDB or in a journal's frames.
        .target(
            name: "CLMDBCeiling",
            linkerSettings: [.linkedLibrary("lmdb"), .linkedLibrary("xxhash")]),

        // Loads, engines and what measures them: everything that runs while a clock runs is in this module.
        .target(
            name: "NacreLoad",
            dependencies: [
                "CLMDBCeiling", "CLIBPQ",
                .product(name: "DomainKit", package: "nacre"),
                .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Shell", package: "nacre"),
                .product(name: "ShellServer", package: "nacre"),
                .product(name: "ShellClient", package: "nacre"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            resources: [.embedInCode("Engines/Postgres/schema.sql")],
            swiftSettings: strict),

        // Whether a store keeps what it promises: audits, crashes, consistency, and the rules of every engine.
        .target(
            name: "NacreVerification",
            dependencies: [
                "NacreLoad",
                .product(name: "DomainKit", package: "nacre"),
                .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"),
                .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "Shell", package: "nacre"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The harness: workloads, commands and reports. A library, so that its tests reach all of it.
        .target(
            name: "NacreBenchmarks",
            dependencies: [
                "NacreLoad", "NacreVerification", "CLMDBCeiling",
                .product(name: "DomainKit", package: "nacre"),
                .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"),
                .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "Shell", package: "nacre"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            resources: [.embedInCode("Reporting/Page/page.css")],
            swiftSettings: strict),
        .executableTarget(
            name: "NacreBench",
            dependencies: [
                "NacreBenchmarks", .product(name: "nacre", package: "nacre"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Counts syncs for the tests of engines.
        .target(name: "CSyncCount", path: "Tests/CSyncCount"),

        .testTarget(
            name: "NacreBenchmarksTests",
            dependencies: [
                "NacreBenchmarks", "NacreLoad", "NacreVerification", "NacreBench", "CLMDBCeiling", "CSyncCount",
                .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"),
                .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "Shell", package: "nacre"),
                .product(name: "DomainKit", package: "nacre"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
