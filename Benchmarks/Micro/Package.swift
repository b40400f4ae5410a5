// swift-tools-version: 6.2
import PackageDescription

// A separate package inside the harness's, which would otherwise wait for dependencies that only this package needs.
// `Benchmarks/count-instructions` builds and runs it, with `-enable-testing`, because it tests internals of `Nacre` and
// `NacreLMDB`. The trait is that of the programs that verify the engine, with which it shares a build: `.ci/optimized`.

/// Timings by the benchmark package, enabled by NACRE_MICRO_TIMES.
///
/// The judged instruction counts need neither that package nor the tools of its plugins.
let isTiming = Context.environment["NACRE_MICRO_TIMES"] != nil

/// Without its traits, it does not need jemalloc.
let timing: [Package.Dependency] =
    isTiming ? [.package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: [])] : []

/// The language settings of the measured package.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Time and memory, for information only, not judged.
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
        .package(name: "nacre", path: "../..", traits: ["Tool"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ] + timing,
    targets: [
        // The observed function, in C: its symbol is the same in every build.
        .target(name: "CMeasured"),

        // The benchmarks.
        .target(
            name: "MicroBenchmarks",
            dependencies: [
                .product(name: "DomainKit", package: "nacre"),
                .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"),
            ],
            swiftSettings: strict),

        // Counts their instructions under callgrind, and compares them with the stored counts.
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
