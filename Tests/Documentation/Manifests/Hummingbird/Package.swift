// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "shop",
    dependencies: [
        .package(url: "https://github.com/nacre/nacre", branch: "main", traits: ["Services"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [
                .product(name: "DomainKit", package: "nacre"), .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"), .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "NacreServices", package: "nacre"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
            ])
    ]
)
