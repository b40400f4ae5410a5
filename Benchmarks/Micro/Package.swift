// swift-tools-version: 6.2
import PackageDescription

// A package of its own, inside the one of the harness. It reaches what `Nacre` and `NacreLMDB` keep to themselves, so
// all of it is built with `-enable-testing`: in one build folder with the harness, whoever built the one would have to
// build the other anew. And neither the harness nor its tests wait for what only this needs. `Benchmarks/micro` builds
// and runs it.

/// The times by the benchmark package, for whoever sets NACRE_MICRO_TIMES: counting instructions, which is what is
/// judged, waits neither for it nor for the tools of its plugins.
let isTiming = Context.environment["NACRE_MICRO_TIMES"] != nil

/// Without its traits it needs no jemalloc.
let timing: [Package.Dependency] =
    isTiming ? [.package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: [])] : []

/// The same language as the package that is measured.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Time and memory, to look at, not to judge by.
let timed: [Target] =
    isTiming
    ? [
        .executableTarget(
            name: "NacreMicroBenchmarks",
            dependencies: ["MicroBenchmarks", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/NacreMicroBenchmarks", swiftSettings: strict,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    ] : []

let package = Package(
    name: "nacre-micro",
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "nacre-micro", targets: ["NacreMicro"])
    ],
    dependencies: [
        .package(name: "nacre", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ] + timing,
    targets: [
        // The one function whose instructions count: in C, so that its name is the same in every build.
        .target(name: "CMeasured"),

        // What is measured.
        .target(
            name: "MicroBenchmarks",
            dependencies: [
                .product(name: "DomainKit", package: "nacre"),
                .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"),
            ],
            swiftSettings: strict),

        // Its instructions, counted under callgrind and held against what is stored.
        .target(
            name: "InstructionCounts",
            dependencies: [
                "CMeasured", "MicroBenchmarks", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "NacreMicro",
            dependencies: [
                "InstructionCounts", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        .testTarget(
            name: "InstructionCountsTests",
            dependencies: [
                "InstructionCounts", "MicroBenchmarks",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ] + timed,
    swiftLanguageModes: [.v6]
)
